/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.statics;

/**
 * How a thing is treated that is not simply made what it was.
 *
 * @param name what the audit calls it
 * @param effect what is done
 * @param reason why; for people
 */
public record Rule(String name, Effect effect, String reason) {
  /** What is done. */
  public enum Effect {
    /** Not restored: the audit shows the difference and names the rule. */
    KEEP,
    /** Restored, together with what initialisers have added that ran in a container. */
    ADD,
    /** Restored to what the class's own initialiser made, whatever has read it since. */
    UNREAD
  }

  /** Name and reason, as an allowed difference is printed. */
  public String text() {
    return name + ": " + reason;
  }

  /** Whether the value stays as a container has left it. */
  public boolean isKept() {
    return effect == Effect.KEEP;
  }
}
