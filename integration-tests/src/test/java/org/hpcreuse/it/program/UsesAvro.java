/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.apache.avro.Conversions;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.avro.SystemLimitException;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.specific.SpecificData;

/**
 * Reads with the models of Avro that all code of a JVM shares. With the word {@code convert} it
 * first adds a conversion to them, as a library of a user may.
 */
public final class UsesAvro {
  private static final Schema DECIMAL =
      LogicalTypes.decimal(4, 2).addToSchema(Schema.create(Schema.Type.BYTES));

  private static final int LENGTH = 100;

  private UsesAvro() {}

  /** Prints what a decimal is read as, and how long a text may be. */
  public static void main(String[] args) throws IOException {
    if (Arrays.asList(args).contains("convert")) {
      GenericData.get().addLogicalTypeConversion(new Conversions.DecimalConversion());
    }
    System.out.println("decimal=" + read().getClass().getName());
    System.out.println("conversions=" + GenericData.get().getConversions().size());
    System.out.println(
        "own class=" + SpecificData.get().getClass(Schema.createRecord("Own", "", "none", false)));
    System.out.println("longest text=" + longest());
  }

  /** Avro reads the limit from a property when it is initialised. */
  private static String longest() {
    try {
      return "at least " + SystemLimitException.checkMaxStringLength(LENGTH);
    } catch (SystemLimitException e) {
      return "less than " + LENGTH;
    }
  }

  private static Object read() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(out, null);
    encoder.writeBytes(ByteBuffer.wrap(new byte[] {1, 2}));
    encoder.flush();
    return new GenericDatumReader<>(DECIMAL)
        .read(null, DecoderFactory.get().binaryDecoder(out.toByteArray(), null));
  }
}
