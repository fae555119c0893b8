/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.foreign.xml;

import static org.hpcreuse.workload.foreign.Neighbour.print;

import java.io.StringReader;
import java.io.StringWriter;
import javax.xml.bind.DatatypeConverter;
import javax.xml.bind.JAXB;
import javax.xml.bind.JAXBContext;
import javax.xml.bind.annotation.XmlRootElement;
import org.hpcreuse.workload.foreign.Neighbour;

/** Binds a class of its own to XML. */
public final class Binding {
  private Binding() {}

  /** What is bound. */
  @XmlRootElement
  public static final class Order {
    public int id = 4;
    public String text = "t";
  }

  public static void main(String[] args) throws Exception {
    if (Neighbour.spoils(args)) {
      System.setProperty(
          "javax.xml.bind.JAXBContextFactory", "com.sun.xml.bind.v2.JAXBContextFactory");
      System.setProperty("com.sun.xml.bind.v2.bytecode.ClassTailor.noOptimize", "true");
      JAXB.marshal(new Order(), new StringWriter());
      DatatypeConverter.printDate(new java.util.GregorianCalendar());
    }
    JAXBContext context = JAXBContext.newInstance(Order.class);
    print("context", context.getClass().getName());
    StringWriter out = new StringWriter();
    context.createMarshaller().marshal(new Order(), out);
    print("xml", out);
    print(
        "read",
        ((Order) context.createUnmarshaller().unmarshal(new StringReader(out.toString()))).id);
    print("static", JAXB.unmarshal(new StringReader("<order><id>9</id></order>"), Order.class).id);
  }
}
