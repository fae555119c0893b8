/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.usercode.kept.program;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.Base64;

/** An object that is made by no constructor of its class. */
public final class Parcel {
  private static final String PROPERTY = "hpc-reuse.test.parcel";

  private Parcel() {}

  /** What travels. */
  static final class Content implements Serializable {
    private static final long serialVersionUID = 1L;
    static String stamp = Journal.note("Content");

    String show() {
      return stamp;
    }
  }

  /** The first container makes it, the others get it. */
  public static String show() throws IOException, ClassNotFoundException {
    String written = System.getProperty(PROPERTY);
    if (written == null) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
        out.writeObject(new Content());
      }
      written = Base64.getEncoder().encodeToString(bytes.toByteArray());
      System.setProperty(PROPERTY, written);
    }
    byte[] bytes = Base64.getDecoder().decode(written);
    try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
      return ((Content) in.readObject()).show();
    }
  }
}
