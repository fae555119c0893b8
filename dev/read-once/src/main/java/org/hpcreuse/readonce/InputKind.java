/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.readonce;

/** What sort of thing is read once. */
public enum InputKind {
  /** A system property. */
  PROPERTY("property", true),
  /** A property of java.security.Security. */
  SECURITY_PROPERTY("security", true),
  /** A system property as it was when the JVM started: no container can change it. */
  SAVED_PROPERTY("saved", true),
  /** A variable of the environment. */
  ENVIRONMENT("environment", true),
  /** The list of security providers, in which a container may put its own. */
  PROVIDERS("providers", false),
  /** The class path: services that a job's jar may bring. */
  CLASS_PATH("class-path", false),
  /** The default locale or time zone. */
  LOCALE("locale", false);

  private final String word;
  private final boolean isNamed;

  /**
   * @param word what lists call it
   * @param isNamed whether there are many of the kind, each with a name
   */
  InputKind(String word, boolean isNamed) {
    this.word = word;
    this.isNamed = isNamed;
  }

  /** The word for it in a list, with the name of what is read; {@code *} for a name not known. */
  String of(String name) {
    return isNamed ? word + ":" + (name == null ? "*" : name) : word;
  }

  /** Whether a word of a list is of this kind. */
  public boolean isOf(String listed) {
    return listed.startsWith(word);
  }
}
