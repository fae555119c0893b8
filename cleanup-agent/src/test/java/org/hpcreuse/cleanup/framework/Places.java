/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.framework;

import java.io.File;

/** Holds what the process's properties say of its places. */
public final class Places {
  public static String directory = System.getProperty("user.dir");
  public static File temporary = new File(System.getProperty("java.io.tmpdir"));

  /** Made of the property's value, so that nobody can know how. */
  public static String other = System.getProperty("user.dir").concat("/other");

  public static final String FIXED = System.getProperty("user.dir");

  private Places() {}
}
