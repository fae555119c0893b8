/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.readonce;

import java.util.regex.Pattern;

/** What sort of thing is read once. */
enum InputKind {
  /** A system property. */
  PROPERTY("property"),
  /** A property of java.security.Security. */
  SECURITY_PROPERTY("security"),
  /** A system property as it was when the JVM started: no container can change it. */
  SAVED_PROPERTY("saved"),
  /** A variable of the environment. */
  ENVIRONMENT("environment"),
  /** The list of security providers, in which a container may put its own. */
  PROVIDERS("providers"),
  /** The default locale or time zone. */
  LOCALE("locale");

  private static final Pattern PROPERTY_NAME =
      Pattern.compile("[A-Za-z][A-Za-z0-9_-]*(\\.[A-Za-z0-9_-]+)+\\.?");
  private static final Pattern VARIABLE_NAME = Pattern.compile("[A-Z][A-Z0-9_]+");

  private final String word;

  InputKind(String word) {
    this.word = word;
  }

  /** The word for it in a list, with the name of what is read; {@code *} for a name not known. */
  String of(String name) {
    return this == LOCALE || this == PROVIDERS ? word : word + ":" + (name == null ? "*" : name);
  }

  /** Whether a word of a list is of this kind. */
  boolean isOf(String listed) {
    return listed.startsWith(word);
  }

  /** Whether a constant string may be the name of a property, or what one begins with. */
  static boolean isProperty(String text) {
    return PROPERTY_NAME.matcher(text).matches();
  }

  /** Whether a constant string may be the name of a variable of the environment. */
  static boolean isVariable(String text) {
    return VARIABLE_NAME.matcher(text).matches();
  }
}
