/* SPDX-License-Identifier: Apache-2.0 */
/**
 * What a cluster leaves on the machine: processes, mounts, temporary files, slots that their pool
 * does not know. The benchmark of faults calls it. It only looks, and removes nothing.
 */
package org.hpcreuse.bench.leftovers;
