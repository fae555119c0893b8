/* SPDX-License-Identifier: Apache-2.0 */
/**
 * MPI programs as YARN applications. A client submits a gang, its ApplicationMaster gets all
 * containers or none, and each container is a rank in a slot. This package has what the three
 * share: the plan and the messages. It knows nothing of Hadoop, because ranks do not.
 */
package org.hpcreuse.gang;
