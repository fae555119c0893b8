/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.trace.hostile;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * A container that leaves something behind.
 *
 * @param program its main class
 * @param proofs what takes it away, each proven to be needed
 * @param unseen why nothing of it can be seen when nothing takes it away; empty when there are
 *     proofs
 * @param jdk the first JDK on which it leaves something; it leaves nothing on an older one
 */
public record Hostile(Class<?> program, List<Proof> proofs, String unseen, int jdk) {
  /** One that nothing is proven of yet. */
  static Hostile of(Class<?> program) {
    return new Hostile(program, List.of(), "", 17);
  }

  /** It needs what this JDK has brought. */
  Hostile from(int newJdk) {
    return new Hostile(program, proofs, unseen, newJdk);
  }

  /** Without that remedy one of the keys that the pattern matches differs in the next container. */
  Hostile without(String remedy, String seen) {
    return with(new Proof(Set.of(remedy), seen, ""));
  }

  /** The same for remedies each of which would do. */
  Hostile withoutAny(Set<String> remedies, String seen) {
    return with(new Proof(remedies, seen, ""));
  }

  /** The next program would see it in the same thread; each container has threads of its own. */
  Hostile inSameThread(String seen) {
    return with(new Proof(Set.of(), seen, ""));
  }

  /** The audit does not name what the last proof leaves. */
  Hostile hidden(String reason) {
    List<Proof> all = new ArrayList<>(proofs);
    Proof last = all.remove(all.size() - 1);
    all.add(new Proof(last.leftOut(), last.seen(), reason));
    return new Hostile(program, List.copyOf(all), unseen, jdk);
  }

  /** There is nothing to take away. */
  Hostile unseen(String reason) {
    return new Hostile(program, proofs, reason, jdk);
  }

  private Hostile with(Proof proof) {
    List<Proof> all = new ArrayList<>(proofs);
    all.add(proof);
    return new Hostile(program, List.copyOf(all), unseen, jdk);
  }

  @Override
  public String toString() {
    return program.getSimpleName();
  }
}
