/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.hadoop;

import java.io.IOException;
import java.io.OutputStream;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.log4j.Level;
import org.apache.log4j.LogManager;

/** Runs with the agent: compares what Hadoop parses with what it loads from known files. */
final class ConfigurationProbe {
  private static final List<String> DEFAULTS =
      List.of("core-default.xml", "mapred-default.xml", "yarn-default.xml");

  private static final String ELEMENTS =
      """
      <?xml version="1.0"?>
      <configuration>
        <property><name> a.name </name><value> a value </value></property>
        <property name="b.name" value="b" final="true" tag="SECURITY,YARN"/>
        <property><name>b.name</name><value>not this</value></property>
        <property><name>fs.default.name</name><value>hdfs://old</value></property>
        <property><name>c.name</name></property>
        <property><value>without a name</value></property>
        <property><name>d.name</name><value>${a.name}</value><source>s1</source><source>s2</source>
          <tag>DEBUG</tag><final>true</final></property>
      </configuration>
      """;

  private static final String INCLUDE =
      """
      <configuration xmlns:xi="http://www.w3.org/2001/XInclude">
        <xi:include href="elsewhere.xml"><xi:fallback/></xi:include>
        <property><name>a</name><value>b</value></property>
      </configuration>
      """;

  private ConfigurationProbe() {}

  public static void main(String[] arguments) throws Exception {
    // Adds the defaults of all.
    new YarnConfiguration(new JobConf());
    Path dir = Files.createTempDirectory("known");
    try {
      switch (arguments[0]) {
        case "defaults" -> defaults();
        case "elements" -> elements(dir);
        case "include" -> {
          URL url = jar(dir, "include.xml", INCLUDE);
          System.out.println("known: " + reader().read(url).isPresent());
        }
        case "other" -> other(dir);
        case "debug" -> {
          KnownResources.install(reader().defaults());
          LogManager.getLogger(Configuration.class).setLevel(Level.DEBUG);
          Configuration talkative = new Configuration(false);
          talkative.addResource("core-default.xml");
          talkative.setQuietMode(false);
          talkative.get("x");
        }
        case "again" -> again();
        default -> throw new IllegalArgumentException(arguments[0]);
      }
    } finally {
      for (Path file : files(dir)) {
        Files.delete(file);
      }
      Files.delete(dir);
    }
    System.out.println("done");
  }

  private static List<Path> files(Path dir) throws IOException {
    try (var files = Files.list(dir)) {
      return files.toList();
    }
  }

  private static ResourceReader reader() throws ReflectiveOperationException {
    return new ResourceReader(Configuration.class.getClassLoader());
  }

  private static void defaults() throws Exception {
    String parsed = text(new Configuration());
    Map<String, List<Property>> known = reader().defaults();
    System.out.println(
        "known: "
            + String.join(
                " ",
                known.keySet().stream().map(u -> u.substring(u.lastIndexOf('/') + 1)).toList()));
    System.out.println("before: " + same(parsed, text(new Configuration())));
    KnownResources.install(known);
    compare(parsed, DEFAULTS, new Configuration());
  }

  private static void elements(Path dir) throws Exception {
    URL url = jar(dir, "elements.xml", ELEMENTS);
    String parsed = text(with(url));
    Map<String, List<Property>> known =
        Map.of(url.toExternalForm(), reader().read(url).orElseThrow());
    System.out.println("before: " + same(parsed, text(with(url))));
    KnownResources.install(known);
    Configuration configuration = with(url);
    compare(parsed, List.of(), configuration);
    System.out.println(
        "deprecated name warned of: " + configuration.get("fs.defaultFS").equals("hdfs://old"));
  }

  /** Its loader says which files are opened. */
  private static void compare(String parsed, List<String> names, Configuration configuration) {
    List<String> opened = new ArrayList<>();
    configuration.setClassLoader(
        new ClassLoader(Configuration.class.getClassLoader()) {
          @Override
          public URL getResource(String name) {
            URL url = super.getResource(name);
            return names.contains(name) && url != null ? counting(url, opened) : url;
          }
        });
    String loaded = text(configuration);
    System.out.println("streams opened for known files: " + opened.size());
    System.out.println("after: " + same(parsed, loaded));
  }

  /** The same address; notes when somebody opens it. */
  private static URL counting(URL url, List<String> opened) {
    try {
      return new URL(
          null,
          url.toExternalForm(),
          new URLStreamHandler() {
            @Override
            protected URLConnection openConnection(URL asked) throws IOException {
              opened.add(asked.toExternalForm());
              return url.openConnection();
            }
          });
    } catch (MalformedURLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void other(Path dir) throws Exception {
    KnownResources.install(reader().defaults());
    URL url =
        jar(
            dir,
            "core-default.xml",
            "<configuration><property><name>own.property</name><value>of the container</value>"
                + "</property></configuration>");
    Configuration configuration = new Configuration();
    configuration.setClassLoader(
        new ClassLoader(Configuration.class.getClassLoader()) {
          @Override
          public URL getResource(String name) {
            return name.equals("core-default.xml") ? url : super.getResource(name);
          }
        });
    System.out.println("own.property=" + configuration.get("own.property"));
  }

  private static void again() throws Exception {
    KnownResources.install(reader().defaults());
    URL url = Configuration.class.getClassLoader().getResource("core-default.xml");
    Property other = new Property("io.file.buffer.size", "1", false, null, List.of());
    KnownResources.install(Map.of(url.toExternalForm(), List.of(other)));
    boolean isFirst = !new Configuration().get("io.file.buffer.size").equals("1");
    System.out.println("the second one has no effect: " + isFirst);
  }

  private static Configuration with(URL url) {
    Configuration configuration = new Configuration(false);
    configuration.addResource(url);
    return configuration;
  }

  private static URL jar(Path dir, String name, String content) throws IOException {
    Path jar = dir.resolve(name + ".jar");
    try (OutputStream out = Files.newOutputStream(jar);
        JarOutputStream entries = new JarOutputStream(out)) {
      entries.putNextEntry(new JarEntry(name));
      entries.write(content.getBytes(StandardCharsets.UTF_8));
      entries.closeEntry();
    }
    return URI.create("jar:" + jar.toUri() + "!/" + name).toURL();
  }

  private static String same(String parsed, String loaded) {
    return parsed.equals(loaded) ? "same as parsed" : "not " + parsed + "\nbut " + loaded;
  }

  /** All that a configuration tells of its properties. */
  private static String text(Configuration configuration) {
    Map<String, String> all = new TreeMap<>();
    for (Map.Entry<String, String> entry : configuration) {
      String name = entry.getKey();
      all.put(
          name,
          configuration.getRaw(name)
              + " of "
              + Arrays.toString(configuration.getPropertySources(name)));
    }
    List<String> tagged = new ArrayList<>();
    for (String tag : List.of("SECURITY", "YARN", "DEBUG", "PERFORMANCE", "REQUIRED")) {
      tagged.add(tag + new TreeMap<>(configuration.getAllPropertiesByTag(tag)));
    }
    return all + " " + tagged + " final " + new TreeSet<>(configuration.getFinalParameters());
  }
}
