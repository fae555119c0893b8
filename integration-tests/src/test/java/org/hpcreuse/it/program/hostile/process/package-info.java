/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Hostile programs that abuse what the kernel keeps of a process: directory, environment, limits,
 * signals, children.
 */
package org.hpcreuse.it.program.hostile.process;
