/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.readonce.jdk;

/**
 * A call in a method's code.
 *
 * @param method what is called
 * @param text the last constant before the call that looks like the name of a property (before a
 *     call of getenv, of a variable); or null
 */
public record MethodCall(MethodName method, String text) {}
