/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.foreign.code;

import static org.hpcreuse.workload.foreign.Neighbour.print;

import org.codehaus.commons.compiler.CompilerFactoryFactory;
import org.codehaus.janino.ExpressionEvaluator;
import org.codehaus.janino.SimpleCompiler;
import org.hpcreuse.workload.foreign.Brings;
import org.hpcreuse.workload.foreign.Neighbour;

/** Compiles by Janino. */
@Brings({"janino", "commons-compiler"})
public final class Janinos {
  private Janinos() {}

  public static void main(String[] args) throws Exception {
    if (Neighbour.spoils(args)) {
      System.setProperty("org.codehaus.janino.source_debugging.enable", "true");
      System.setProperty("org.codehaus.janino.source_debugging.keep", "true");
      System.setProperty(
          "org.codehaus.janino.source_debugging.dir", System.getProperty("java.io.tmpdir"));
    }
    ExpressionEvaluator sum =
        new ExpressionEvaluator(
            "a + b", int.class, new String[] {"a", "b"}, new Class<?>[] {int.class, int.class});
    print("sum", sum.evaluate(new Object[] {3, 4}));
    SimpleCompiler compiler = new SimpleCompiler();
    compiler.setParentClassLoader(Janinos.class.getClassLoader());
    compiler.cook(
        "public class Made { public static String text() { return org.hpcreuse.workload.foreign.Neighbour.class.getSimpleName(); } }");
    print("made", compiler.getClassLoader().loadClass("Made").getMethod("text").invoke(null));
    print(
        "factory",
        CompilerFactoryFactory.getDefaultCompilerFactory(Janinos.class.getClassLoader()).getId());
  }
}
