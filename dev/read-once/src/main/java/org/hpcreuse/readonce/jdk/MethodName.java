/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.readonce.jdk;

/**
 * A method as class files name it.
 *
 * @param owner internal name of a class
 * @param name its name
 * @param descriptor its parameters and result
 */
public record MethodName(String owner, String name, String descriptor) {}
