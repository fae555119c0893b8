/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Tests of a pool without YARN: which container gets which slot, drain, MPI, idle memory. Packages
 * below are about one subject each. Containers are programs of {@code it.program}.
 */
package org.hpcreuse.it.pool;
