/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Tests with parts that die: the pool manager, mpirun, ranks. The pool is whole again, or its slots
 * end.
 */
package org.hpcreuse.it.pool.crash;
