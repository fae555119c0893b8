/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.cluster;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/** A Hadoop *-site.xml. */
public final class Site {
  private final Path file;
  private final Map<String, String> properties = new HashMap<>();

  private Site(Path file) {
    this.file = file;
  }

  /**
   * Reads it.
   *
   * @throws IOException when it is not there, or is no configuration
   */
  public static Site read(Path file) throws IOException {
    Site site = new Site(file);
    try {
      DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
      factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
      Document document = factory.newDocumentBuilder().parse(file.toFile());
      NodeList found = document.getElementsByTagName("property");
      for (int i = 0; i < found.getLength(); i++) {
        Element property = (Element) found.item(i);
        site.properties.put(text(property, "name"), text(property, "value"));
      }
      return site;
    } catch (ParserConfigurationException | SAXException e) {
      throw new IOException(file + " is not a Hadoop configuration", e);
    }
  }

  private static String text(Element property, String tag) {
    NodeList found = property.getElementsByTagName(tag);
    return found.getLength() == 0 ? "" : found.item(0).getTextContent().strip();
  }

  /** A property that must be there. */
  public String get(String key) throws IOException {
    String value = properties.get(key);
    if (value == null) {
      throw new IOException(file + " has no " + key);
    }
    return value;
  }
}
