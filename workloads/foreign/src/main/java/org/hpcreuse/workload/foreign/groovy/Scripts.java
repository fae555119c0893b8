/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.foreign.groovy;

import static org.hpcreuse.workload.foreign.Neighbour.print;

import groovy.lang.Binding;
import groovy.lang.ExpandoMetaClass;
import groovy.lang.GroovyShell;
import groovy.lang.GroovySystem;
import org.hpcreuse.workload.foreign.Brings;
import org.hpcreuse.workload.foreign.Neighbour;

/** Runs scripts of Groovy. */
@Brings("groovy")
public final class Scripts {
  private Scripts() {}

  public static void main(String[] args) throws Exception {
    if (Neighbour.spoils(args)) {
      ExpandoMetaClass.enableGlobally();
      new GroovyShell()
          .evaluate(
              "String.metaClass.shout = { -> delegate.toUpperCase() + '!' }; Integer.metaClass.plus = { Number n -> 0 }");
      System.setProperty("groovy.source.encoding", "UTF-16");
    }
    Binding binding = new Binding();
    binding.setVariable("n", 3);
    GroovyShell shell = new GroovyShell(binding);
    print("sum", shell.evaluate("(1..n).collect { it * 2 }.sum()"));
    print(
        "shout",
        shell.evaluate(
            "try { 'a'.shout() } catch (MissingMethodException e) { 'no ' + e.method }"));
    print("class", shell.evaluate("class Own { def value = 4 }; new Own().value"));
    print(
        "creation",
        GroovySystem.getMetaClassRegistry()
            .getMetaClassCreationHandler()
            .getClass()
            .getSimpleName());
    print(
        "meta",
        GroovySystem.getMetaClassRegistry().getMetaClass(String.class).getClass().getSimpleName());
  }
}
