/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Keeps other users out of the TCP ports of a JVM: an agent that makes the JDK ask the kernel whose
 * each accepted connection is. Hadoop's daemons and slots run with it.
 *
 * <p>The agent's jar puts itself on the boot class path, where the JDK's classes can see it. It
 * knows nothing but the JDK and ASM.
 */
package org.hpcreuse.portaccess;
