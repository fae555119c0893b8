/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import org.apache.log4j.Logger;
import org.hpcreuse.cleanup.TestSlot;
import org.hpcreuse.cleanup.state.LoadedClasses;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ContainerLoggingTest {
  private final TestSlot slot = new TestSlot();
  private final LoadedClasses framework = new LoadedClasses(getClass().getClassLoader());
  private final ContainerLogging logging = new ContainerLogging(framework);
  private final Logger logger = Logger.getLogger("user.code");
  @TempDir private Path directory;

  @AfterEach
  void release() {
    slot.close();
  }

  @Test
  void shouldLogEachContainerIntoItsOwnDirectory() throws Exception {
    String first = log("first", "container-log4j.properties");
    slot.release();
    String second = log("second", "container-log4j.properties");
    assertThat(first).contains("of first");
    assertThat(second).contains("of second");
    assertThat(Files.readString(directory.resolve("first/syslog"))).doesNotContain("of second");
  }

  @Test
  void shouldLogNothingBetweenContainers() throws Exception {
    log("first", "container-log4j.properties");
    slot.release();
    assertThat(logger.isInfoEnabled()).isFalse();
    log("second", "container-log4j.properties");
    assertThat(logger.isInfoEnabled()).isTrue();
  }

  @Test
  void shouldTakeConfigurationFromUrl() throws Exception {
    write("own.properties");
    assertThat(log("first", directory.resolve("own.properties").toUri().toString()))
        .contains("of first");
  }

  @Test
  void shouldLookForLog4jPropertiesWhenNothingIsConfigured() throws Exception {
    write("log4j.properties");
    assertThat(log("first", null)).contains("of first");
  }

  private void write(String name) throws Exception {
    Files.writeString(
        directory.resolve(name),
        """
        log4j.rootLogger=INFO,F
        log4j.appender.F=org.apache.log4j.FileAppender
        log4j.appender.F.file=${yarn.app.container.log.dir}/syslog
        log4j.appender.F.layout=org.apache.log4j.SimpleLayout
        """);
  }

  private String log(String container, String configuration) throws Exception {
    if ("container-log4j.properties".equals(configuration)) {
      write(configuration);
    }
    Path logs = Files.createDirectories(directory.resolve(container));
    System.setProperty("yarn.app.container.log.dir", logs.toString());
    Properties properties = new Properties();
    properties.putAll(System.getProperties());
    if (configuration != null) {
      properties.setProperty("log4j.configuration", configuration);
    }
    try (URLClassLoader loader = new URLClassLoader(new URL[] {directory.toUri().toURL()}, null)) {
      assertThat(logging.configure(loader, properties)).isPresent();
    }
    logger.info("of " + container);
    return Files.readString(logs.resolve("syslog"));
  }
}
