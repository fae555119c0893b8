/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Lets a task find its own processes without a look at all processes of the node. The slot says
 * whether it has child processes; Hadoop's rewritten class calls in. It knows nothing but the JDK
 * and ASM.
 */
package org.hpcreuse.hadoop.processes;
