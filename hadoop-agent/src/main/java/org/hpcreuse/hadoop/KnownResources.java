/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.hadoop;

import java.net.URL;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;

/**
 * What the framework's configuration files in jars say. A forked JVM parses {@code
 * core-default.xml} and its like each time somebody makes a {@code Configuration}: half of the
 * processor time of a short map task. In a slot the jars stay what they are, or the slot is
 * replaced.
 *
 * <p>A {@code Configuration} that loads such a file gets the properties from here, one after the
 * other, into Hadoop's own parser: deprecated names, tags, final properties and sources are then
 * what they are after parsing. Which file a name means is asked each time, by the configuration's
 * own class loader. Thread-safe.
 */
public final class KnownResources {
  /** Not replaced once it is there: code of a container must not change it. */
  private static final AtomicReference<Known> KNOWN = new AtomicReference<>();

  /**
   * What is known.
   *
   * @param files by URL
   * @param names of all files
   */
  private record Known(Map<String, List<Property>> files, Set<String> names) {}

  private static final String IN_JAR = "!/";

  private KnownResources() {}

  /** What the agent lets {@code Configuration} be. */
  public interface Target {
    /** Finds a file, as each configuration does. */
    URL getResource(String name);

    /** Makes a parser for a resource without a stream; a {@link Parser} when that is rewritten. */
    Object hpcReuseParser(Object resource, boolean quiet);

    /** Takes one of {@link Parser#hpcReuseItems}. */
    void hpcReuseLoad(Properties properties, Object item);
  }

  /** What the agent lets Hadoop's parser be. */
  public interface Parser {
    /** Handles the end of an element {@code property} with such a content. */
    void hpcReuseProperty(
        String name, String value, boolean isFinal, String tag, List<String> sources);

    /** What it has found. */
    List<?> hpcReuseItems();
  }

  /**
   * Takes what files say. Only the first call has an effect; call it with nothing when nothing can
   * be read, so that nobody else does.
   *
   * @param files by URL, in the order of the file
   */
  public static void install(Map<String, List<Property>> files) {
    Set<String> names =
        files.keySet().stream()
            .map(KnownResources::nameInJar)
            .collect(Collectors.toUnmodifiableSet());
    KNOWN.compareAndSet(null, new Known(Map.copyOf(files), names));
  }

  /** The name that a file in a jar has there, from its URL. */
  public static String nameInJar(String url) {
    return url.substring(url.lastIndexOf(IN_JAR) + IN_JAR.length());
  }

  /** What is known, by URL. */
  public static Map<String, List<Property>> files() {
    return KNOWN.get() == null ? Map.of() : KNOWN.get().files();
  }

  /** Whether {@link #install} has been called. */
  public static boolean isInstalled() {
    return KNOWN.get() != null;
  }

  /**
   * Loads a resource if it is known. Hadoop's rewritten {@code Configuration} calls it first thing
   * when it loads one.
   *
   * @param configuration a {@link Target}
   * @param properties receives the properties
   * @param wrapper Hadoop's object for the resource
   * @param resource the name or URL in it, or something else that is then not known
   * @param quiet as in Hadoop
   * @param debugs whether Hadoop's log is so talkative that it writes a line for each file, unless
   *     quiet
   * @return whether it is loaded
   */
  public static boolean load(
      Object configuration,
      Properties properties,
      Object wrapper,
      Object resource,
      boolean quiet,
      boolean debugs) {
    Known known = KNOWN.get();
    if (known == null || (debugs && !quiet)) {
      return false;
    }
    Target target = (Target) configuration;
    URL url = url(target, resource, known);
    List<Property> content = url == null ? null : known.files().get(url.toExternalForm());
    return content != null && replay(target, properties, wrapper, content, quiet);
  }

  /**
   * Lets a configuration load properties.
   *
   * @return whether it has; not when its parser cannot take them
   */
  static boolean replay(
      Target target, Properties properties, Object wrapper, List<Property> content, boolean quiet) {
    if (!(target.hpcReuseParser(wrapper, quiet) instanceof Parser parser)) {
      return false;
    }
    for (Property property : content) {
      parser.hpcReuseProperty(
          property.name(),
          property.value(),
          property.isFinal(),
          property.tag(),
          property.sources());
    }
    for (Object item : parser.hpcReuseItems()) {
      target.hpcReuseLoad(properties, item);
    }
    return true;
  }

  private static URL url(Target target, Object resource, Known known) {
    if (resource instanceof String name) {
      return known.names().contains(name) ? target.getResource(name) : null;
    }
    return resource instanceof URL url ? url : null;
  }
}
