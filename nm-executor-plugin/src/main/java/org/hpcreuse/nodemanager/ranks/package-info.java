/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Tells the ResourceManager, by node attributes, in which slots of the node a rank of an MPI
 * program can run.
 */
package org.hpcreuse.nodemanager.ranks;
