/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.usercode.kept.program;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.lang.invoke.MethodHandles;
import java.util.function.Supplier;

/** An interface whose initialiser asks where its code is. */
public interface Voices extends Serializable {
  /** A lambda expression that is sent knows the class in which it was written. */
  interface Voice extends Supplier<String>, Serializable {}

  Voice HELLO = () -> "hello";
  Class<?> OWNER = MethodHandles.lookup().lookupClass();
  String CALLER = new Throwable().getStackTrace()[0].getClassName();

  /** No finalizer of the interface. */
  @SuppressWarnings("Finalize") // what the test is about
  void finalize();

  /** Sends the lambda expression to itself. */
  static String show() throws IOException, ClassNotFoundException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(HELLO);
    }
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      Voice voice = (Voice) in.readObject();
      return voice.get() + " " + OWNER.getSimpleName() + " " + CALLER;
    }
  }
}
