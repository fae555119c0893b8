/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.foreign.script;

import static org.hpcreuse.workload.foreign.Neighbour.print;

import org.hpcreuse.workload.foreign.Brings;
import org.hpcreuse.workload.foreign.Neighbour;
import org.mozilla.javascript.Context;
import org.mozilla.javascript.ContextFactory;
import org.mozilla.javascript.ScriptableObject;

/** Runs scripts of Rhino. */
@Brings("rhino")
public final class Rhinos {
  private Rhinos() {}

  /** Another language. */
  public static final class Old extends ContextFactory {
    @Override
    protected Context makeContext() {
      Context context = super.makeContext();
      context.setLanguageVersion(Context.VERSION_1_2);
      return context;
    }
  }

  public static void main(String[] args) throws Exception {
    if (Neighbour.spoils(args)) {
      ContextFactory.initGlobal(new Old());
      Context.enter();
    }
    print("global", ContextFactory.hasExplicitGlobal());
    print("entered", Context.getCurrentContext() != null);
    Context context = Context.enter();
    try {
      ScriptableObject scope = context.initStandardObjects();
      print("version", context.getLanguageVersion());
      print(
          "sum",
          Context.toString(
              context.evaluateString(
                  scope,
                  "var a = [1, 2, 3]; a.map(function (x) { return x * 2; }).join()",
                  "s",
                  1,
                  null)));
      print(
          "java",
          Context.toString(
              context.evaluateString(scope, "java.lang.Math.max(1, 2)", "s", 1, null)));
    } finally {
      Context.exit();
    }
  }
}
