/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager.process;

import java.util.regex.Pattern;

/**
 * The ids that executors use. Log lines and {@link ContainerMark}s contain them, so that a text
 * that could forge a line or mean a directory is none. YARN's have the form {@code
 * container_e17_1410901177871_0001_01_000005}.
 */
public final class ContainerId {
  private static final Pattern FORM = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_-]{0,127}");

  private ContainerId() {}

  public static boolean isValid(String id) {
    return FORM.matcher(id).matches();
  }
}
