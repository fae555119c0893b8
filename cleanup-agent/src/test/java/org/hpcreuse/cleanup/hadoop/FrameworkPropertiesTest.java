/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FrameworkPropertiesTest {
  @TempDir private Path dir;

  @Test
  void shouldGiveEachContainerACopyOfWhatAFrameworkJarHas() throws Exception {
    Path jar = jar("fw.jar", "log4j.properties", "log4j.threshold=INFO");
    try (URLClassLoader framework = loader(jar)) {
      FrameworkProperties known = new FrameworkProperties(framework);
      URL file = framework.getResource("log4j.properties");

      Properties first = known.at(file).orElseThrow();
      first.setProperty("log4j.threshold", "OFF");

      assertThat(known.at(file)).contains(properties("log4j.threshold", "INFO"));
    }
  }

  @Test
  void shouldReadNothingOfAContainersJarOrDirectory() throws Exception {
    Path own = jar("own.jar", "log4j.properties", "a=b");
    Path loose = Files.writeString(dir.resolve("log4j.properties"), "a=b");
    try (URLClassLoader framework = loader(jar("fw.jar", "x.properties", "a=b"));
        URLClassLoader container = loader(own)) {
      FrameworkProperties known = new FrameworkProperties(framework);

      assertThat(known.at(container.getResource("log4j.properties"))).isEmpty();
      assertThat(known.at(loose.toUri().toURL())).isEmpty();
    }
  }

  @Test
  void shouldLeaveToLog4jWhatItReadsInAnotherWay() throws Exception {
    Path jar = jar("fw.jar", "log4j.xml", "<x/>");
    Path broken = jar("broken.jar", "log4j.properties", "a=\\u12");
    try (URLClassLoader framework = loader(jar, broken)) {
      FrameworkProperties known = new FrameworkProperties(framework);

      assertThat(known.at(framework.getResource("log4j.xml"))).isEmpty();
      assertThat(known.at(framework.getResource("log4j.properties"))).isEmpty();
      assertThat(known.at(new URL("jar:" + jar.toUri().toURL() + "!/none.properties"))).isEmpty();
    }
  }

  @Test
  void shouldKnowNoJarsOfALoaderThatDoesNotTellThem() throws Exception {
    Path jar = jar("fw.jar", "log4j.properties", "a=b");
    try (URLClassLoader framework = loader(jar)) {
      URL file = framework.getResource("log4j.properties");

      assertThat(new FrameworkProperties(new ClassLoader(null) {}).at(file)).isEmpty();
    }
  }

  private static Properties properties(String name, String value) {
    Properties properties = new Properties();
    properties.setProperty(name, value);
    return properties;
  }

  private Path jar(String name, String entry, String text) throws IOException {
    Path jar = dir.resolve(name);
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream out = new JarOutputStream(file)) {
      out.putNextEntry(new ZipEntry(entry));
      out.write(text.getBytes(StandardCharsets.ISO_8859_1));
    }
    return jar;
  }

  private static URLClassLoader loader(Path... jars) throws IOException {
    URL[] urls = new URL[jars.length];
    for (int i = 0; i < jars.length; i++) {
      urls[i] = jars[i].toUri().toURL();
    }
    return new URLClassLoader(urls, null);
  }
}
