/* SPDX-License-Identifier: Apache-2.0 */
/** Hostile programs that abuse threads, their groups and names, timers and the common pool. */
package org.hpcreuse.it.program.hostile.threads;
