/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.foreign.kryo;

import static org.hpcreuse.workload.foreign.Neighbour.print;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import com.esotericsoftware.minlog.Log;
import java.util.ArrayList;
import org.hpcreuse.workload.foreign.Brings;
import org.hpcreuse.workload.foreign.Neighbour;

/** Serialises objects of its own by Kryo. */
@Brings({"kryo-shaded", "minlog"})
public final class Objects {
  private Objects() {}

  /** What is written. */
  public static final class Row {
    int number;
    ArrayList<String> names = new ArrayList<>();
  }

  public static void main(String[] args) throws Exception {
    if (Neighbour.spoils(args)) {
      Log.set(Log.LEVEL_NONE);
      new Kryo().addDefaultSerializer(Row.class, JavaSerializer.class);
    }
    Kryo kryo = new Kryo();
    print("registered", kryo.register(Row.class).getId());
    Row row = new Row();
    row.number = 5;
    row.names.add("n");
    Output out = new Output(100);
    kryo.writeClassAndObject(out, row);
    print("bytes", out.position());
    Row read = (Row) kryo.readClassAndObject(new Input(out.toBytes()));
    print("read", read.number + " " + read.names);
    print("serializer", kryo.getSerializer(Row.class).getClass().getSimpleName());
    print("logs", Log.INFO);
  }
}
