/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Reads the class files of a JDK and lists the classes whose static state depends on something that
 * is read once: a system or security property, the environment, the locale. {@link Main} writes the
 * list that the agent of a slot works by. Knows nothing of slots; runs before one is built.
 */
package org.hpcreuse.readonce;
