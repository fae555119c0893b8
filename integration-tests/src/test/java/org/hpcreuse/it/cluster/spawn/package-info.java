/* SPDX-License-Identifier: Apache-2.0 */
/** Tests of the baseline in which MPI starts containers, on a real cluster of its own. */
package org.hpcreuse.it.cluster.spawn;
