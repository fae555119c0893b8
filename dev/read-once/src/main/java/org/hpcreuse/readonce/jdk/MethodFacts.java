/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.readonce.jdk;

import java.util.List;
import java.util.Set;

/**
 * What the code of one method does, as far as it matters here. Equal to itself alone.
 *
 * @param calls in order, bodies of lambdas that it makes included
 * @param reads the static fields it reads
 * @param writes the static fields it writes
 */
public record MethodFacts(List<MethodCall> calls, Set<FieldName> reads, Set<FieldName> writes) {
  @Override
  public boolean equals(Object other) {
    return this == other;
  }

  @Override
  public int hashCode() {
    return System.identityHashCode(this);
  }
}
