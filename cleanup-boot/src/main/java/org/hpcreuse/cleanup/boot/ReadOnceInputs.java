/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.boot;

import java.security.Security;
import java.util.ArrayList;
import java.util.List;

/**
 * What a class of the JDK reads when it is initialised, as far as it is known by name.
 *
 * @param properties names of system properties
 * @param securityProperties names of properties of java.security.Security
 * @param onlyWhenChanged whether its initialiser runs again only when one of them has changed
 */
public record ReadOnceInputs(
    List<String> properties, List<String> securityProperties, boolean onlyWhenChanged) {
  /** Nothing is known by name. */
  public static final ReadOnceInputs UNKNOWN = new ReadOnceInputs(List.of(), List.of(), false);

  /** Their values now, in order; null for what is not set. */
  List<String> now() {
    List<String> values = new ArrayList<>();
    for (String name : properties) {
      values.add(System.getProperty(name));
    }
    for (String name : securityProperties) {
      values.add(Security.getProperty(name));
    }
    return values;
  }
}
