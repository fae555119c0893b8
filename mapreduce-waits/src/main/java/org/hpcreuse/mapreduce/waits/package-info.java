/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Ends the fixed sleeps of MapReduce as soon as what they wait for has happened: an agent that
 * rewrites some of Hadoop's classes as a slot loads them. Slots run with it.
 *
 * <p>The agent's jar puts itself on the boot class path, where Hadoop's classes can see it. It
 * knows nothing but the JDK and ASM, and holds nothing static: the state of each wait is a field
 * that the agent adds to Hadoop's own objects, and goes with them.
 */
package org.hpcreuse.mapreduce.waits;
