/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.framework;

import java.io.File;

/** Holds what the process's properties say of its places. */
public final class Places {
  public static String directory = System.getProperty("user.dir");
  public static File temporary = new File(System.getProperty("java.io.tmpdir"));

  public static String below = System.getProperty("user.dir").concat("/below");

  /** Made of the property's value, so that nobody can know how. */
  public static String other = "file:".concat(System.getProperty("user.dir"));

  public static final String FIXED = System.getProperty("user.dir");

  private Places() {}
}
