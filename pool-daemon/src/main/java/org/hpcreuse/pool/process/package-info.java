/* SPDX-License-Identifier: Apache-2.0 */
/**
 * What the pool manager and the slots alike need of the kernel to end processes that nobody owns.
 */
package org.hpcreuse.pool.process;
