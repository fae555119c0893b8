/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.hpcreuse.cleanup.state.Residue;
import org.hpcreuse.protocol.option.Options;

/**
 * Looks for state that no rule explains: a list of what is reset will always lack something. The
 * cheap part comes after each container, the whole while the slot is idle after the first container
 * of an application. What only a collection takes away is collected first.
 *
 * <p>Used by the runner thread, between containers.
 */
final class UnknownState {
  /** A reason starts so, and goes on with the kind. */
  private static final String RULE = "unknown-";

  private static final int SHOWN = 5;

  /** More applications than a slot meets in its life, if it is not to be looked at twice. */
  private static final int APPLICATIONS = 10_000;

  private final SlotParts parts;
  private final SlotAudit audit;
  private final Runnable collection;
  private final Set<String> met = new HashSet<>();
  private final Set<Residue> reported = new HashSet<>();
  private boolean due;

  /**
   * @param collection makes a full one, and what follows it
   */
  UnknownState(SlotParts parts, SlotAudit audit, Runnable collection) {
    this.parts = parts;
    this.audit = audit;
    this.collection = collection;
  }

  /**
   * Looks at what shows at once.
   *
   * @param containerId the container that is over
   * @return empty, or why the slot must not be used again
   */
  String afterContainer(String containerId) {
    if (met.size() >= APPLICATIONS) {
      met.clear();
    }
    due |= met.add(application(containerId));
    return verdict(audit::quickLook, () -> true);
  }

  /** Whether {@link #whileIdle} has something to do. */
  boolean isDue() {
    return due;
  }

  /**
   * Looks at everything.
   *
   * @param idle whether no container waits; else what is found is looked at again later
   * @return empty, or why the slot must not be used again
   */
  String whileIdle(BooleanSupplier idle) {
    due = false;
    return verdict(audit::fullLook, idle);
  }

  /** What an audit has found counts, too. */
  String found(List<Residue> residue) {
    List<Residue> found = unreported(() -> residue);
    return found.isEmpty() ? "" : replaceOrReport(found);
  }

  /** The second look comes after a collection, for which there must be time. */
  private String verdict(Supplier<List<Residue>> look, BooleanSupplier hasTime) {
    List<Residue> found = unreported(look);
    if (!found.isEmpty()) {
      if (!hasTime.getAsBoolean()) {
        due = true;
        return "";
      }
      collection.run();
      found = unreported(look);
    }
    return found.isEmpty() ? "" : replaceOrReport(found);
  }

  private List<Residue> unreported(Supplier<List<Residue>> look) {
    return look.get().stream().filter(residue -> !reported.contains(residue)).toList();
  }

  private String replaceOrReport(List<Residue> found) {
    String text =
        RULE
            + found.get(0).kind()
            + ": "
            + found.stream().limit(SHOWN).map(UnknownState::shown).collect(Collectors.joining("; "))
            + (found.size() > SHOWN ? " and " + (found.size() - SHOWN) + " more" : "");
    if (parts.unknownState() == Options.UnknownState.REPLACE) {
      return text;
    }
    reported.addAll(found);
    parts.log().info("the slot stays, as " + Options.UNKNOWN_STATE.key() + " says; " + text);
    return "";
  }

  private static String shown(Residue found) {
    return found.kind() + " " + found.where() + " " + found.before() + " -> " + found.after();
  }

  /** The identifier without the numbers of attempt and container. */
  private static String application(String containerId) {
    int container = containerId.lastIndexOf('_');
    int attempt = containerId.lastIndexOf('_', container - 1);
    return attempt > 0 ? containerId.substring(0, attempt) : containerId;
  }
}
