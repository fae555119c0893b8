/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.foreign.avro;

import static org.hpcreuse.workload.foreign.Neighbour.print;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.TreeSet;
import org.apache.avro.Conversions.DecimalConversion;
import org.apache.avro.LogicalType;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.avro.data.TimeConversions.DateConversion;
import org.apache.avro.generic.GenericData;
import org.apache.avro.reflect.ReflectData;
import org.apache.avro.specific.SpecificData;
import org.hpcreuse.workload.foreign.Neighbour;

/** Reads logical types by the models that all users of Avro share. */
public final class Conversions {
  private Conversions() {}

  /** A class without a schema file. */
  public static final class Row {
    int count;
    String name = "";
  }

  public static void main(String[] args) {
    if (Neighbour.spoils(args)) {
      GenericData.get().addLogicalTypeConversion(new DecimalConversion());
      SpecificData.get().addLogicalTypeConversion(new DateConversion());
      ReflectData.get().addLogicalTypeConversion(new DateConversion());
      LogicalTypes.register("money", schema -> new LogicalType("money"));
      GenericData.get().setFastReaderEnabled(!GenericData.get().isFastReaderEnabled());
      ReflectData.get().addStringable(BigDecimal.class);
    }
    Schema decimal = LogicalTypes.decimal(9, 2).addToSchema(Schema.create(Schema.Type.BYTES));
    print("generic", GenericData.get().getConversions().size());
    print("specific", SpecificData.get().getConversions().size());
    print("reflect", ReflectData.get().getConversions().size());
    print("decimal", GenericData.get().getConversionFor(decimal.getLogicalType()) != null);
    print("types", new TreeSet<>(LogicalTypes.getCustomRegisteredTypes().keySet()));
    print("fast", GenericData.get().isFastReaderEnabled());
    print("schema", ReflectData.get().getSchema(Row.class));
    print("big", ReflectData.get().getSchema(BigDecimal.class));
    Schema row = ReflectData.get().getSchema(Row.class);
    print("class", SpecificData.get().getClass(row) == Row.class);
    print("bytes", GenericData.get().deepCopy(decimal, ByteBuffer.wrap(new byte[] {1})));
  }
}
