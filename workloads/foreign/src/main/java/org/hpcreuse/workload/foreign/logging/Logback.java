/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.foreign.logging;

import static org.hpcreuse.workload.foreign.Neighbour.print;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.util.ContextSelectorStaticBinder;
import ch.qos.logback.core.ConsoleAppender;
import org.hpcreuse.workload.foreign.Brings;
import org.hpcreuse.workload.foreign.Neighbour;
import org.slf4j.LoggerFactory;
import org.slf4j.impl.StaticLoggerBinder;

/** Logs by logback, which does not bind to slf4j here. */
@Brings({"logback-classic", "logback-core"})
public final class Logback {
  private Logback() {}

  public static void main(String[] args) throws Exception {
    LoggerContext context = new LoggerContext();
    if (Neighbour.spoils(args)) {
      System.setProperty("logback.ContextSelector", "JNDI");
      context.getLogger("own").setLevel(Level.OFF);
    }
    print("bound", LoggerFactory.getILoggerFactory().getClass().getName());
    print("binder", StaticLoggerBinder.getSingleton().getLoggerFactoryClassStr());
    print("selector", ContextSelectorStaticBinder.getSingleton().getContextSelector());
    Logger logger = context.getLogger("own");
    print("level", logger.getEffectiveLevel());
    PatternLayoutEncoder encoder = new PatternLayoutEncoder();
    encoder.setContext(context);
    encoder.setPattern("%level %logger %msg%n");
    encoder.start();
    ConsoleAppender<ILoggingEvent> appender = new ConsoleAppender<>();
    appender.setContext(context);
    appender.setEncoder(encoder);
    appender.start();
    logger.addAppender(appender);
    logger.info("text");
  }
}
