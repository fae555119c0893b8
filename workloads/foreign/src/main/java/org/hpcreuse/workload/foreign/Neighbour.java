/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.foreign;

/** Whether a program is to be a careless neighbour. */
public final class Neighbour {
  private Neighbour() {}

  /** Whether the arguments say so. */
  public static boolean spoils(String[] args) {
    return args.length > 0 && args[0].equals("spoil");
  }

  /** Prints one line of what the user sees. */
  public static void print(String name, Object value) {
    System.out.println(name + "=" + value);
  }
}
