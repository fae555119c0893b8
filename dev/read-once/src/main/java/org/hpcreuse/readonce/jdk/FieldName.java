/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.readonce.jdk;

/**
 * A static field as class files name it.
 *
 * @param owner internal name of a class
 * @param name its name
 */
public record FieldName(String owner, String name) {}
