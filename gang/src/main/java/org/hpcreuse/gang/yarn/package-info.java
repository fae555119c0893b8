/* SPDX-License-Identifier: Apache-2.0 */
/** What a gang's client and its ApplicationMaster both say to YARN. */
package org.hpcreuse.gang.yarn;
