/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.foreign.hadoop;

import static org.hpcreuse.workload.foreign.Neighbour.print;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.GenericWritable;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.ObjectWritable;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.WritableName;
import org.hpcreuse.workload.foreign.Neighbour;

/** Writes and reads files with objects of its own. */
public final class Sequences {
  private Sequences() {}

  /** What is written. */
  public static final class Row extends IntWritable {}

  /** Of Row and Text. */
  public static final class Either extends GenericWritable {
    @Override
    @SuppressWarnings("unchecked")
    protected Class<? extends Writable>[] getTypes() {
      return (Class<? extends Writable>[]) new Class<?>[] {Row.class, Text.class};
    }
  }

  public static void main(String[] args) throws Exception {
    if (Neighbour.spoils(args)) {
      WritableName.addName(Text.class, Row.class.getName());
      WritableName.setName(Text.class, "texts");
    }
    Configuration conf = new Configuration();
    Path file = new Path(System.getProperty("user.dir"), "rows");
    try (SequenceFile.Writer out =
        SequenceFile.createWriter(
            conf,
            SequenceFile.Writer.file(file),
            SequenceFile.Writer.keyClass(Text.class),
            SequenceFile.Writer.valueClass(Row.class))) {
      Row row = new Row();
      row.set(6);
      out.append(new Text("k"), row);
    }
    try (SequenceFile.Reader in = new SequenceFile.Reader(conf, SequenceFile.Reader.file(file))) {
      print("classes", in.getKeyClassName() + " " + in.getValueClass());
    }
    Either either = new Either();
    either.set(new Row());
    print("either", either.get().getClass().getName());
    print("object", ObjectWritable.loadClass(conf, Row.class.getName()) == Row.class);
  }
}
