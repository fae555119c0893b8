/* SPDX-License-Identifier: Apache-2.0 */
/** Tests of jobs whose own classes stay in a slot for their next task. */
package org.hpcreuse.it.cluster.code;
