/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.statics;

import org.hpcreuse.cleanup.state.Redacted;

/** An atomic number: reported, never rewound. */
final class CounterSnapshot extends Snapshot {
  private final Number number;
  private String before = "";

  CounterSnapshot(ReachedObject at, Number number) {
    super(new ReachedObject(at.place(), at.depth(), Rules.NUMBER));
    this.number = number;
  }

  @Override
  void take(Capture capture) {
    before = number.toString();
  }

  @Override
  void compare(Differences differences) {
    String now = number.toString();
    if (!now.equals(before)) {
      differences.add(at(), new Redacted.Label(before), new Redacted.Label(now));
    }
  }

  @Override
  int restore() {
    return 0;
  }
}
