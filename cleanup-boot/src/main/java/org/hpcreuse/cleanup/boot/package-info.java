/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Called by rewritten methods of the JDK, of MPI and of Hadoop. Sits on the boot class path, where
 * all of them can see it, and knows nothing but the JDK.
 */
package org.hpcreuse.cleanup.boot;
