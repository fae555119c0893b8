/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program;

/** Prints how many system properties it has, and two that every JVM has. */
public final class PrintsProperties {
  private PrintsProperties() {}

  /** Prints them. */
  public static void main(String[] args) {
    System.out.println("count=" + System.getProperties().size());
    System.out.println("version=" + System.getProperty("java.version"));
    System.out.println("separator=" + System.getProperty("file.separator"));
  }
}
