/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.step;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.hpcreuse.cleanup.state.Redacted;

/**
 * How a release went.
 *
 * @param steps in the order they ran
 */
public record ReleaseReport(List<Outcome> steps) {
  /**
   * One step.
   *
   * @param step its name
   * @param micros how long it took, in microseconds
   * @param failure what it threw
   */
  public record Outcome(String step, long micros, Optional<Exception> failure) {}

  /** Copies the list. */
  public ReleaseReport {
    steps = List.copyOf(steps);
  }

  /** Why the slot cannot be used again; empty when it can. */
  public Optional<String> retireReason() {
    String reason =
        steps.stream()
            .filter(outcome -> outcome.failure().isPresent())
            .map(
                outcome ->
                    "step "
                        + outcome.step()
                        + " failed: "
                        + Redacted.failure(outcome.failure().get()))
            .collect(Collectors.joining("; "));
    return reason.isEmpty() ? Optional.empty() : Optional.of("retire: " + reason);
  }

  /** Time of all steps, in microseconds. */
  public long micros() {
    return steps.stream().mapToLong(Outcome::micros).sum();
  }
}
