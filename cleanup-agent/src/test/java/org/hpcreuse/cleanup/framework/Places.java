/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.framework;

import java.io.File;
import java.nio.file.Path;

/** Holds what the process's properties say of its places. */
public final class Places {
  public static String directory = System.getProperty("user.dir");
  public static File temporary = new File(System.getProperty("java.io.tmpdir"));
  public static Path path = Path.of(System.getProperty("user.dir"));

  /** The same text, and not from the property. */
  public static String other = System.getProperty("user.dir").concat("/").replaceFirst("/$", "");

  public static final String FIXED = System.getProperty("user.dir");

  private Places() {}
}
