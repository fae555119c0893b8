/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.foreign.parquet;

import static org.hpcreuse.workload.foreign.Neighbour.print;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroupFactory;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.ParquetReader;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.example.GroupReadSupport;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.hadoop.util.HadoopInputFile;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.hpcreuse.workload.foreign.Brings;
import org.hpcreuse.workload.foreign.Neighbour;

/** Writes and reads a file of Parquet. */
@Brings({
  "parquet-hadoop",
  "parquet-column",
  "parquet-common",
  "parquet-encoding",
  "parquet-format-structures",
  "parquet-jackson"
})
public final class Files {
  private Files() {}

  public static void main(String[] args) throws Exception {
    if (Neighbour.spoils(args)) {
      System.setProperty("parquet.strings.signed-min-max.enabled", "true");
      System.setProperty("parquet.bytes.instrumented", "left");
    }
    MessageType schema =
        MessageTypeParser.parseMessageType(
            "message m { required int32 n; optional binary s (UTF8); }");
    Configuration conf = new Configuration();
    Path file = new Path(System.getProperty("user.dir"), "rows.parquet");
    try (ParquetWriter<Group> out =
        ExampleParquetWriter.builder(file)
            .withType(schema)
            .withConf(conf)
            .withCompressionCodec(CompressionCodecName.SNAPPY)
            .build()) {
      for (int row = 0; row < 100; row++) {
        out.write(new SimpleGroupFactory(schema).newGroup().append("n", row).append("s", "text"));
      }
    }
    try (ParquetReader<Group> in = ParquetReader.builder(new GroupReadSupport(), file).build()) {
      print("first", in.read().toString().replaceAll("\\s+", " "));
    }
    try (ParquetFileReader in = ParquetFileReader.open(HadoopInputFile.fromPath(file, conf))) {
      print("rows", in.getRecordCount());
      print("codec", in.getFooter().getBlocks().get(0).getColumns().get(0).getCodec());
    }
  }
}
