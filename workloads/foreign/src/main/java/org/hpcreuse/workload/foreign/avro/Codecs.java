/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.foreign.avro;

import static org.hpcreuse.workload.foreign.Neighbour.print;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.Schema;
import org.apache.avro.file.Codec;
import org.apache.avro.file.CodecFactory;
import org.apache.avro.file.DataFileReader;
import org.apache.avro.file.DataFileWriter;
import org.apache.avro.file.SeekableByteArrayInput;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.hpcreuse.workload.foreign.Brings;
import org.hpcreuse.workload.foreign.Neighbour;

/** Writes a file with a codec of its own. */
@Brings("zstd-jni")
public final class Codecs {
  private Codecs() {}

  /** A codec that does nothing. */
  public static final class Own extends CodecFactory {
    @Override
    protected Codec createInstance() {
      return new Codec() {
        @Override
        public String getName() {
          return "own";
        }

        @Override
        public ByteBuffer compress(ByteBuffer data) {
          return data;
        }

        @Override
        public ByteBuffer decompress(ByteBuffer data) {
          return data;
        }

        @Override
        public int hashCode() {
          return 1;
        }

        @Override
        public boolean equals(Object other) {
          return other != null && getClass() == other.getClass();
        }
      };
    }
  }

  private static Object written(CodecFactory factory) throws Exception {
    Schema schema = Schema.create(Schema.Type.STRING);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataFileWriter<Object> out = new DataFileWriter<>(new GenericDatumWriter<>(schema))) {
      out.setCodec(factory).create(schema, bytes);
      out.append("text");
    }
    try (DataFileReader<Object> in =
        new DataFileReader<>(
            new SeekableByteArrayInput(bytes.toByteArray()), new GenericDatumReader<>())) {
      return in.next();
    }
  }

  public static void main(String[] args) throws Exception {
    if (Neighbour.spoils(args)) {
      CodecFactory.addCodec("own", new Own());
      CodecFactory.addCodec("deflate", new Own());
    }
    print("deflate", CodecFactory.fromString("deflate").getClass().getName());
    try {
      print("own", written(CodecFactory.fromString("own")));
    } catch (AvroRuntimeException e) {
      print("failed", e.getMessage());
    }
    print("zstandard", written(CodecFactory.fromString("zstandard")));
    print("snappy", written(CodecFactory.fromString("snappy")));
  }
}
