/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.foreign.text;

import static org.hpcreuse.workload.foreign.Neighbour.print;

import freemarker.template.Configuration;
import freemarker.template.Template;
import java.io.StringReader;
import java.io.StringWriter;
import java.util.Map;
import org.apache.velocity.VelocityContext;
import org.apache.velocity.app.Velocity;
import org.hpcreuse.workload.foreign.Brings;
import org.hpcreuse.workload.foreign.Neighbour;

/** Fills templates by FreeMarker and Velocity. */
@Brings({"freemarker", "velocity-engine-core"})
public final class Templates {
  private Templates() {}

  /** A value. */
  public static final class Bean {
    public String getName() {
      return "bean";
    }
  }

  public static void main(String[] args) throws Exception {
    if (Neighbour.spoils(args)) {
      System.setProperty("org.freemarker.loggerLibrary", "none");
      Velocity.setProperty("runtime.strict_mode.enable", true);
      Velocity.init();
    }
    Template template =
        new Template(
            "t",
            new StringReader("<#list 1..3 as n>${n}</#list> ${b.name}"),
            new Configuration(Configuration.VERSION_2_3_33));
    StringWriter out = new StringWriter();
    template.process(Map.of("b", new Bean()), out);
    print("freemarker", out);
    StringWriter other = new StringWriter();
    try {
      Velocity.evaluate(
          new VelocityContext(Map.of("b", new Bean())), other, "t", "$b.name $missing");
    } catch (org.apache.velocity.exception.MethodInvocationException e) {
      print("strict", e.getReferenceName());
    }
    print("velocity", other);
  }
}
