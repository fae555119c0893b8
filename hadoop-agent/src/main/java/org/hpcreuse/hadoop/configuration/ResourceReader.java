/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.hadoop.configuration;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * Parses the framework's configuration files with Hadoop's own parser (Configuration$Parser, Hadoop
 * 3.4 and 3.5), and notes what it has at the end of each element {@code property}. Not thread-safe.
 */
public final class ResourceReader {
  private static final String CONFIGURATION = "org.apache.hadoop.conf.Configuration";

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
   * Reads the default resources of the framework that are in its jars.
   *
   * @return what each file says, by URL; without files that include others
   */
  public Map<String, List<Property>> defaults()
      throws ReflectiveOperationException, XMLStreamException {
    Field names = configuration.getDeclaredField("defaultResources");
    names.setAccessible(true);
    Map<String, List<Property>> files = new LinkedHashMap<>();
    for (Object name : (Iterable<?>) names.get(null)) {
      URL url = framework.getResource(name.toString());
      if (url != null && url.getProtocol().equals("jar")) {
        Optional<List<Property>> content = read(url);
        content.ifPresent(properties -> files.put(url.toExternalForm(), properties));
      }
    }
    return files;
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
