/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.hadoop;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * Parses the framework's configuration files with Hadoop's own parser (Configuration$Parser, Hadoop
 * 3.4 and 3.5), and notes what it has at the end of each element {@code property}. Not thread-safe.
 */
public final class ResourceReader {
  private static final String CONFIGURATION = "org.apache.hadoop.conf.Configuration";

  /** Those of HDFS are registered when its client is first used. */
  private static final List<String> DEFAULTS =
      List.of(
          "core-default.xml",
          "hdfs-default.xml",
          "hdfs-rbf-default.xml",
          "mapred-default.xml",
          "yarn-default.xml");

  private final ClassLoader framework;
  private final Class<?> configuration;
  private final Constructor<?> newResource;
  private final Method streamReader;
  private final Constructor<?> newParser;
  private final Method parseNext;
  private final Map<String, Field> fields = new LinkedHashMap<>();

  /**
   * For one framework.
   *
   * @param framework its class loader
   * @throws ReflectiveOperationException when its Hadoop has no such parser
   */
  public ResourceReader(ClassLoader framework) throws ReflectiveOperationException {
    this.framework = framework;
    configuration = Class.forName(CONFIGURATION, true, framework);
    Class<?> resource = Class.forName(CONFIGURATION + "$Resource", true, framework);
    Class<?> parser = Class.forName(CONFIGURATION + "$Parser", true, framework);
    newResource = resource.getConstructor(Object.class, String.class);
    newResource.setAccessible(true);
    streamReader = configuration.getDeclaredMethod("getStreamReader", resource, boolean.class);
    streamReader.setAccessible(true);
    newParser =
        parser.getDeclaredConstructor(
            configuration, streamReader.getReturnType(), resource, boolean.class);
    newParser.setAccessible(true);
    parseNext = parser.getDeclaredMethod("parseNext");
    parseNext.setAccessible(true);
    for (String name : List.of("confName", "confValue", "confFinal", "confTag", "confSource")) {
      Field field = parser.getDeclaredField(name);
      field.setAccessible(true);
      fields.put(name, field);
    }
  }

  /**
   * Reads the files of default properties in the framework's jars: those that Hadoop's classes have
   * registered, and those that they may register later.
   *
   * @return what each file says, by URL; without files that include others
   * @throws ReflectiveOperationException also when a configuration that gets these properties is
   *     not the same as one that parses the file
   */
  public Map<String, List<Property>> defaults()
      throws ReflectiveOperationException, XMLStreamException {
    Field registered = configuration.getDeclaredField("defaultResources");
    registered.setAccessible(true);
    Set<String> names = new LinkedHashSet<>(DEFAULTS);
    for (Object name : (Iterable<?>) registered.get(null)) {
      names.add(name.toString());
    }
    Map<String, List<Property>> files = new LinkedHashMap<>();
    for (String name : names) {
      URL url = framework.getResource(name);
      if (url != null && url.getProtocol().equals("jar")) {
        Optional<List<Property>> content = read(url);
        if (content.isPresent()) {
          requireSame(url, content.get());
          files.put(url.toExternalForm(), content.get());
        }
      }
    }
    return files;
  }

  /** Hadoop's rewritten class is tried before anybody depends on it. */
  private void requireSame(URL url, List<Property> content) throws ReflectiveOperationException {
    Object parsing = configuration.getConstructor(boolean.class).newInstance(false);
    configuration.getMethod("addResource", URL.class).invoke(parsing, url);
    Map<Object, Object> parsed = new HashMap<>();
    for (Object entry : (Iterable<?>) parsing) {
      parsed.put(((Map.Entry<?, ?>) entry).getKey(), ((Map.Entry<?, ?>) entry).getValue());
    }
    Object loading = configuration.getConstructor(boolean.class).newInstance(false);
    Properties loaded = new Properties();
    boolean same =
        loading instanceof KnownResources.Target target
            && KnownResources.replay(
                target, loaded, newResource.newInstance(url, url.toExternalForm()), content, true)
            && loaded.equals(parsed);
    if (!same) {
      throw new ReflectiveOperationException(
          "properties of " + url + " are not the same without parsing");
    }
  }

  /**
   * Reads one file.
   *
   * @return its properties in order; empty when it includes other files, whose content may change
   */
  public Optional<List<Property>> read(URL url)
      throws ReflectiveOperationException, XMLStreamException {
    Object owner = configuration.getConstructor(boolean.class).newInstance(false);
    Object resource = newResource.newInstance(url, url.toExternalForm());
    XMLStreamReader reader = (XMLStreamReader) streamReader.invoke(owner, resource, false);
    try {
      Object parser = newParser.newInstance(owner, reader, resource, false);
      List<Property> found = new ArrayList<>();
      while (reader.hasNext()) {
        if (isInclude(parser, reader)) {
          return Optional.empty();
        }
        if (reader.getEventType() == XMLStreamConstants.END_ELEMENT
            && reader.getLocalName().equals("property")) {
          found.add(property(parser));
        }
      }
      return Optional.of(List.copyOf(found));
    } finally {
      reader.close();
    }
  }

  /** Goes on by one event, and tells whether it began or ended an inclusion. */
  private boolean isInclude(Object parser, XMLStreamReader reader)
      throws ReflectiveOperationException {
    try {
      parseNext.invoke(parser);
    } catch (InvocationTargetException e) {
      throw new ReflectiveOperationException("Hadoop's parser failed", e.getCause());
    }
    int event = reader.getEventType();
    return (event == XMLStreamConstants.START_ELEMENT || event == XMLStreamConstants.END_ELEMENT)
        && (reader.getLocalName().equals("include") || reader.getLocalName().equals("fallback"));
  }

  private Property property(Object parser) throws ReflectiveOperationException {
    // The parser has added the file's name to the sources, if there were any.
    List<?> sources = (List<?>) fields.get("confSource").get(parser);
    List<String> own =
        sources.subList(0, Math.max(0, sources.size() - 1)).stream().map(Object::toString).toList();
    return new Property(
        (String) fields.get("confName").get(parser),
        (String) fields.get("confValue").get(parser),
        fields.get("confFinal").getBoolean(parser),
        (String) fields.get("confTag").get(parser),
        own);
  }
}
