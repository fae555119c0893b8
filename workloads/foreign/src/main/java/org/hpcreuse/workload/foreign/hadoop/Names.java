/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.foreign.hadoop;

import static org.hpcreuse.workload.foreign.Neighbour.print;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.WritableComparator;
import org.apache.hadoop.io.WritableFactories;
import org.apache.hadoop.io.WritableName;
import org.hpcreuse.workload.foreign.Neighbour;

/** Registers a key type of its own with Hadoop. */
public final class Names {
  private Names() {}

  /** A key that sorts the other way round. */
  public static final class Key extends IntWritable {
    @Override
    public int compareTo(IntWritable other) {
      return -super.compareTo(other);
    }
  }

  /** A comparator of its own. */
  public static final class Reverse extends WritableComparator {
    public Reverse() {
      super(IntWritable.class, true);
    }
  }

  public static void main(String[] args) throws IOException {
    Configuration conf = new Configuration();
    if (Neighbour.spoils(args)) {
      WritableName.setName(Key.class, "key");
      WritableName.addName(IntWritable.class, "alias");
      WritableComparator.define(IntWritable.class, new Reverse());
      WritableFactories.setFactory(Key.class, Key::new);
      Configuration.addDefaultResource("left.xml");
    }
    print("name", WritableName.getName(Key.class));
    print("alias", found("alias", conf));
    print("comparator", WritableComparator.get(IntWritable.class).getClass().getName());
    print("own", WritableComparator.get(Key.class).getClass().getName());
    print("factory", WritableFactories.getFactory(Key.class) != null);
    print("made", WritableFactories.newInstance(Key.class).getClass().getName());
    print("conf", conf);
  }

  private static String found(String name, Configuration conf) {
    try {
      return WritableName.getClass(name, conf).getName();
    } catch (IOException e) {
      return e.getMessage();
    }
  }
}
