/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.readonce;

import java.util.SortedSet;
import org.hpcreuse.readonce.jdk.JdkClassFacts;

/**
 * A class whose static state depends on what is read once.
 *
 * @param facts the class
 * @param inputs what its initialiser, or a method that fills a static field, reads; empty when it
 *     only takes over what a class of {@code from} has made of it
 * @param from internal names of the classes whose static fields it takes over
 */
public record Finding(JdkClassFacts facts, SortedSet<String> inputs, SortedSet<String> from) {
  /** Internal name of the class. */
  public String name() {
    return facts.name();
  }
}
