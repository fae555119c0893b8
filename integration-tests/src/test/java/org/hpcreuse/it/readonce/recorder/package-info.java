/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Runs in JVMs of their own: initialises all classes of a JDK and says what their initialisers
 * read, or initialises those of the agent's list again and again. Uses nothing but the JDK and ASM,
 * and is on the boot class path as well, where the methods that are watched call {@code Reads}.
 */
package org.hpcreuse.it.readonce.recorder;
