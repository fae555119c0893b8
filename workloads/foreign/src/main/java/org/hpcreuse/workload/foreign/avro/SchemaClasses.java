/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.foreign.avro;

import static org.hpcreuse.workload.foreign.Neighbour.print;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.reflect.ReflectData;
import org.apache.avro.reflect.ReflectDatumReader;
import org.apache.avro.reflect.ReflectDatumWriter;
import org.apache.avro.specific.SpecificData;
import org.hpcreuse.workload.foreign.Neighbour;

/** Writes and reads objects of its own classes by reflection. */
public final class SchemaClasses {
  private SchemaClasses() {}

  /** What is written. */
  public static final class Point {
    int x;
    int y;
    List<String> tags = List.of();
  }

  public static void main(String[] args) throws IOException {
    if (Neighbour.spoils(args)) {
      // A class of that name is not there, and Avro remembers it.
      Schema missing =
          Schema.createRecord("Later", "", "org.hpcreuse.workload.foreign.avro", false, List.of());
      print("missing", SpecificData.get().getClass(missing));
      System.setProperty("org.apache.avro.fastread", "true");
      EncoderFactory.get().binaryEncoder(new ByteArrayOutputStream(), null);
    }
    Schema schema = ReflectData.AllowNull.get().getSchema(Point.class);
    Point point = new Point();
    point.x = 3;
    point.tags = List.of("a", "b");
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(bytes, null);
    new ReflectDatumWriter<Point>(schema).write(point, encoder);
    encoder.flush();
    print("bytes", bytes.size());
    Object read =
        new ReflectDatumReader<>(schema)
            .read(null, DecoderFactory.get().binaryDecoder(bytes.toByteArray(), null));
    print("own", read instanceof Point);
    print("x", ((Point) read).x + " " + ((Point) read).tags);
    print("name", SpecificData.get().getClass(schema));
    print("fast", new SpecificData().isFastReaderEnabled());
  }
}
