/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Who loads which class in a slot.
 *
 * <pre>
 *   platform loader      the JDK
 *     └ shared API       mpi.* of the slot, nothing else of it
 *         └ framework    Hadoop, loaded once per slot, stays JIT-warm
 *             └ container   user classes, fresh for each container
 * </pre>
 */
package org.hpcreuse.classloader;
