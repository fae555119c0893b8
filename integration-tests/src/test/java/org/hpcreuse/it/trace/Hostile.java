/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.trace;

import java.util.List;

/**
 * A container that leaves something behind.
 *
 * @param program its main class
 * @param seen a pattern of the probe's keys that show it as long as nothing is released; empty when
 *     a probe cannot show it
 * @param remedies the release steps, or the parts of a slot, that take it away
 */
record Hostile(Class<?> program, String seen, List<String> remedies) {
  @Override
  public String toString() {
    return program.getSimpleName();
  }
}
