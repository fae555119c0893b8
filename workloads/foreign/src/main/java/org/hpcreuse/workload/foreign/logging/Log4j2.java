/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.foreign.logging;

import static org.hpcreuse.workload.foreign.Neighbour.print;

import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.apache.logging.log4j.ThreadContext;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.config.Configurator;
import org.apache.logging.log4j.core.config.builder.api.ConfigurationBuilderFactory;
import org.hpcreuse.workload.foreign.Brings;
import org.hpcreuse.workload.foreign.Neighbour;

/** Logs by log4j 2. */
@Brings({"log4j-api", "log4j-core"})
public final class Log4j2 {
  private Log4j2() {}

  public static void main(String[] args) throws Exception {
    if (Neighbour.spoils(args)) {
      ThreadContext.put("left", "behind");
      System.setProperty("log4j2.level", "TRACE");
      Configurator.setRootLevel(Level.TRACE);
      Level.forName("LEFT", 150);
    }
    Logger logger = LogManager.getLogger("own");
    print("level", logger.getLevel());
    print("context", ThreadContext.getContext());
    print("custom", Level.getLevel("LEFT"));
    print("class", logger.getClass().getName());
    LoggerContext context = (LoggerContext) LogManager.getContext(false);
    print("appenders", context.getConfiguration().getAppenders().keySet());
    var builder = ConfigurationBuilderFactory.newConfigurationBuilder();
    builder.add(
        builder
            .newAppender("out", "Console")
            .add(builder.newLayout("PatternLayout").addAttribute("pattern", "%p %c %m%n")));
    builder.add(builder.newRootLogger(Level.INFO).add(builder.newAppenderRef("out")));
    Configurator.reconfigure(builder.build());
    logger.info("text");
  }
}
