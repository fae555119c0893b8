/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cli.conf;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/** Hadoop's configuration files. */
final class HadoopXml {
  private HadoopXml() {}

  /** Writes a file with the properties in their order. */
  static void write(Path file, Map<String, String> properties) throws IOException {
    String head = "<?xml version=\"1.0\" ?>\n<configuration>";
    Files.writeString(file, head + properties(properties) + "\n</configuration>\n");
  }

  /** The properties as they stand between the tags of a file, each on a line of its own. */
  static String properties(Map<String, String> properties) throws IOException {
    StringWriter text = new StringWriter();
    try {
      XMLStreamWriter xml = XMLOutputFactory.newInstance().createXMLStreamWriter(text);
      for (Map.Entry<String, String> property : properties.entrySet()) {
        xml.writeCharacters("\n  ");
        xml.writeStartElement("property");
        element(xml, "name", property.getKey());
        element(xml, "value", property.getValue());
        xml.writeEndElement();
      }
      xml.close();
    } catch (XMLStreamException e) {
      throw new IOException("cannot write " + properties.keySet() + " as XML", e);
    }
    return text.toString();
  }

  private static void element(XMLStreamWriter xml, String name, String text)
      throws XMLStreamException {
    xml.writeStartElement(name);
    xml.writeCharacters(text);
    xml.writeEndElement();
  }
}
