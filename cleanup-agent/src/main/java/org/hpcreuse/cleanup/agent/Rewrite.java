/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.agent;

import java.util.Map;

/**
 * What is done to one class: new beginnings, bodies or field reads.
 *
 * @param className internal name of the class, with slashes
 * @param methods name and descriptor, such as {@code exit(I)V}, to what is done to that method; all
 *     of them must exist
 */
public record Rewrite(String className, Map<String, MethodRewrite> methods) {}
