/* SPDX-License-Identifier: Apache-2.0 */
/** Hostile programs that abuse the heap, finalizers and cleaners. */
package org.hpcreuse.it.program.hostile.memory;
