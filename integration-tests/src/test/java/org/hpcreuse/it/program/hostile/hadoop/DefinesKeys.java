/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.hostile.hadoop;

import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.WritableComparator;
import org.apache.hadoop.io.WritableFactories;
import org.apache.hadoop.io.WritableName;

/** Leaves comparators, names and factories of its own for keys, Hadoop's own included. */
public final class DefinesKeys {
  private DefinesKeys() {}

  /** Leaves it. */
  public static void main(String[] args) {

    WritableComparator.define(Text.class, new Backwards());
    WritableFactories.setFactory(Text.class, Key::new);
    WritableFactories.setFactory(Key.class, Key::new);
    WritableName.addName(Key.class, "left.behind");
    WritableName.setName(Key.class, Text.class.getName());
  }

  /** A key of its own. */
  public static final class Key extends IntWritable {
    /** Made by the factory. */
    public Key() {}
  }

  private static final class Backwards extends WritableComparator {
    Backwards() {
      super(Text.class, true);
    }
  }
}
