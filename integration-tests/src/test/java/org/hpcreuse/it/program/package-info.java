/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Programs that run as containers of tests: they use and show what a container has. A jar holds
 * this package and those below. Programs know the JDK, Hadoop and MPI, but nothing of slots, pool
 * or tests.
 */
package org.hpcreuse.it.program;
