/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Ends the fixed sleeps of MapReduce as soon as what they wait for has happened. Hadoop's rewritten
 * classes call in. It knows nothing but the JDK and ASM, and holds nothing static: the state of
 * each wait is a field that the agent adds to Hadoop's own objects, and goes with them.
 */
package org.hpcreuse.hadoop.waits;
