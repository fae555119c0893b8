/* SPDX-License-Identifier: Apache-2.0 */
/** What a gang is to do: the client writes it, the ApplicationMaster reads it. */
package org.hpcreuse.gang.plan;
