/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.foreign.commons;

import static org.hpcreuse.workload.foreign.Neighbour.print;

import org.apache.commons.text.StringSubstitutor;
import org.hpcreuse.workload.foreign.Neighbour;

/** Interpolates text by what Commons Text has once. */
public final class Texts {
  private Texts() {}

  /** Looked up. */
  public static final String WORD = "word";

  public static void main(String[] args) throws Exception {
    if (Neighbour.spoils(args)) {
      System.setProperty(
          "org.apache.commons.text.lookup.StringLookupFactory.defaultStringLookups",
          "BASE64_DECODER,CONST");
    }
    StringSubstitutor text = StringSubstitutor.createInterpolator();
    print("property", text.replace("${sys:java.specification.version:-none}"));
    print("constant", text.replace("${const:java.lang.Integer.MAX_VALUE}"));
    print("own", text.replace("${const:" + Texts.class.getName() + ".WORD}"));
    print("decoded", text.replace("${base64Decoder:SGVsbG8=}"));
    print("env", text.replace("${env:CONTAINER_NO:-unset}"));
  }
}
