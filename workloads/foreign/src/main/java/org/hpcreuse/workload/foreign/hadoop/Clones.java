/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.foreign.hadoop;

import static org.hpcreuse.workload.foreign.Neighbour.print;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InvalidClassException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.List;
import org.apache.commons.lang3.SerializationException;
import org.apache.commons.lang3.SerializationUtils;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.serializer.JavaSerialization;
import org.apache.hadoop.io.serializer.SerializationFactory;
import org.hpcreuse.workload.foreign.Neighbour;

/** Serialises objects of its own classes by the framework. */
public final class Clones {
  private Clones() {}

  /** What is cloned. */
  public record Pair(String key, List<Integer> values) implements Serializable {}

  public static void main(String[] args) throws Exception {
    if (Neighbour.spoils(args)) {
      ObjectInputFilter.Config.setSerialFilter(
          ObjectInputFilter.Config.createFilter("!" + Clones.class.getName() + "$*"));
    }
    Pair pair = new Pair("k", List.of(1, 2));
    try {
      print("clone", SerializationUtils.clone(pair).equals(pair));
    } catch (SerializationException e) {
      print("failed", e.getCause().getMessage());
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(pair);
    }
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      print("read", in.readObject());
    } catch (InvalidClassException e) {
      print("refused", e.getMessage());
    }
    Configuration conf = new Configuration(false);
    conf.set("io.serializations", JavaSerialization.class.getName());
    print(
        "serialization",
        new SerializationFactory(conf).getSerialization(Pair.class).getClass().getSimpleName());
  }
}
