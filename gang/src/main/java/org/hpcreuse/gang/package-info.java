/* SPDX-License-Identifier: Apache-2.0 */
/**
 * MPI programs as YARN applications. A client submits a gang, its ApplicationMaster gets all
 * containers or none, and each container is a rank in a slot.
 */
package org.hpcreuse.gang;
