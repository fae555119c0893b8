/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.foreign.xml;

import static org.hpcreuse.workload.foreign.Neighbour.print;

import java.io.StringReader;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.SAXParserFactory;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamReader;
import javax.xml.transform.TransformerFactory;
import org.hpcreuse.workload.foreign.Neighbour;

/** Looks up parsers by the factories of the platform. */
public final class Factories {
  private Factories() {}

  public static void main(String[] args) throws Exception {
    if (Neighbour.spoils(args)) {
      System.setProperty(
          "javax.xml.stream.XMLInputFactory", "com.sun.xml.internal.stream.XMLInputFactoryImpl");
      System.setProperty(
          "javax.xml.parsers.DocumentBuilderFactory",
          "com.sun.org.apache.xerces.internal.jaxp.DocumentBuilderFactoryImpl");
      System.setProperty("jdk.xml.entityExpansionLimit", "1");
      XMLInputFactory.newFactory().setProperty(XMLInputFactory.IS_COALESCING, true);
    }
    print("document", DocumentBuilderFactory.newInstance().getClass().getName());
    print("sax", SAXParserFactory.newInstance().getClass().getName());
    print("in", XMLInputFactory.newFactory().getClass().getName());
    print("out", XMLOutputFactory.newFactory().getClass().getName());
    print("transformer", TransformerFactory.newInstance().getClass().getName());
    print("coalescing", XMLInputFactory.newFactory().getProperty(XMLInputFactory.IS_COALESCING));
    XMLStreamReader reader =
        XMLInputFactory.newFactory().createXMLStreamReader(new StringReader("<a b='c'>d</a>"));
    reader.nextTag();
    print("element", reader.getLocalName() + reader.getAttributeValue(0));
    String text = "<!DOCTYPE r [<!ENTITY a 'x'><!ENTITY b '&a;&a;'>]><r>&b;</r>";
    try {
      print(
          "text",
          DocumentBuilderFactory.newInstance()
              .newDocumentBuilder()
              .parse(new org.xml.sax.InputSource(new StringReader(text)))
              .getDocumentElement()
              .getTextContent());
    } catch (org.xml.sax.SAXException e) {
      print("limited", e.getMessage().contains("JAXP0001"));
    }
  }
}
