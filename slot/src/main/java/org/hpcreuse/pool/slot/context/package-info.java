/* SPDX-License-Identifier: Apache-2.0 */
/**
 * What a process gets from its parent: environment, working directory, standard streams, system
 * properties, and what the kernel keeps of it. {@link
 * org.hpcreuse.pool.slot.context.ProcessContext} is applied before {@code main()} and restored at
 * release.
 */
package org.hpcreuse.pool.slot.context;
