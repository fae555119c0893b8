/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.readonce.jdk;

import java.util.List;
import java.util.Map;

/**
 * What one class file says, as far as it matters here.
 *
 * @param name internal name
 * @param module the module it is in
 * @param superName internal name of its superclass; null for Object
 * @param interfaces internal names
 * @param isInterface whether it is an interface, whose fields are final for good
 * @param statics name to whether it is a constant of the class file, which nothing can change
 * @param methods by name and descriptor
 */
public record JdkClassFacts(
    String name,
    String module,
    String superName,
    List<String> interfaces,
    boolean isInterface,
    Map<String, Boolean> statics,
    Map<String, MethodFacts> methods) {
  /** Name and descriptor of a static initialiser, a key of {@link #methods}. */
  public static final String INITIALIZER = "<clinit>()V";

  /** Whether it has a static field that code sets. */
  public boolean hasState() {
    return statics.containsValue(false);
  }

  /** Whether a static field of this name is one that code sets. */
  public boolean isState(String field) {
    return Boolean.FALSE.equals(statics.get(field));
  }
}
