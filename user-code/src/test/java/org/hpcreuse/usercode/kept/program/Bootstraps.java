/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.usercode.kept.program;

import java.lang.invoke.CallSite;
import java.lang.invoke.ConstantCallSite;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/** Links call sites to what static state says. */
public final class Bootstraps {
  private static int count;

  static {
    Journal.note("Bootstraps");
  }

  private Bootstraps() {}

  /** Links to a text with the number of the call site in its container. */
  public static CallSite text(
      MethodHandles.Lookup caller, String method, MethodType type, String text) {
    Journal.note("links");
    if (Boolean.getBoolean("hpc-reuse.test.fails")) {
      throw new IllegalStateException("no text");
    }
    if (Boolean.getBoolean("hpc-reuse.test.overflows")) {
      throw new StackOverflowError();
    }
    return new ConstantCallSite(MethodHandles.constant(String.class, text + ++count));
  }

  /** Links to a text of many, of which it takes the last. */
  public static CallSite last(
      MethodHandles.Lookup caller, String method, MethodType type, Object... all) {
    return text(caller, method, type, (String) all[all.length - 1]);
  }
}
