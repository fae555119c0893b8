/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager.slots;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.hpcreuse.pool.manager.state.RetirementLimits.MemoryPromise;
import org.hpcreuse.pool.manager.state.SlotProcess;
import org.hpcreuse.protocol.wire.Message;

/**
 * Which {@link org.hpcreuse.protocol.files.ClassProfile} a process loads next: one of the pool's
 * options, or one that a slot has found out from its containers.
 */
final class ProfilesToLoad {
  private static final Logger LOG = Logger.getLogger(ProfilesToLoad.class.getName());

  /**
   * How many profiles a slot loads, those of the options first: it keeps the classes of three class
   * paths, one of them of its training jobs or of the job that runs.
   */
  private static final int MOST = 2;

  /** How often a profile may fail, in whatever process. */
  private static final int FAILURES = 3;

  /** How often a process that has lost profiles loads them again without a container between. */
  private static final int LOSSES = 10;

  /** A process has a profile when it has so much of what another process has of it. */
  private static final double SHARE = 0.9;

  private final List<String> fromOptions;
  private final MemoryPromise memory;

  /** Those that slots have found out; the one that a slot has told of last is the last one. */
  private final List<String> found = new ArrayList<>();

  /** The most classes that a process has had, by profile. */
  private final Map<String, Long> most = new HashMap<>();

  private final Map<String, Integer> failures = new HashMap<>();
  private final Map<SlotProcess, Integer> losses = new HashMap<>();

  /** What each process has been given to load, with the classes that were known then. */
  private final Map<SlotProcess, Map<String, Long>> given = new HashMap<>();

  /**
   * For slots without profiles.
   *
   * @param fromOptions the node is sized for the classes of these
   * @param memory what has been found must fit into it
   */
  ProfilesToLoad(List<String> fromOptions, MemoryPromise memory) {
    this.fromOptions = new ArrayList<>(fromOptions);
    this.memory = memory;
  }

  boolean isAny() {
    return !fromOptions.isEmpty() || !found.isEmpty();
  }

  /**
   * A slot has told of its profiles.
   *
   * @param before those of which it has told last
   */
  void known(SlotProcess process, Set<String> before, Message.Profiles message) {
    message
        .classes()
        .forEach(
            (profile, classes) -> {
              if (classes > most.getOrDefault(profile, 0L)) {
                most.put(profile, classes);
                if (!fromOptions.contains(profile)) {
                  found.remove(profile);
                  found.add(profile);
                }
              }
            });
    while (found.size() > Math.max(0, MOST - fromOptions.size())) {
      found.remove(0);
    }
    for (String profile : before) {
      if (!message.classes().containsKey(profile)
          && given.containsKey(process)
          && losses.merge(process, 1, Integer::sum) <= LOSSES) {
        given.get(process).remove(profile);
      }
    }
  }

  /** What an idle process should load. */
  Optional<String> next(SlotProcess process) {
    given.keySet().removeIf(each -> !each.state().isLiving());
    losses.keySet().removeIf(each -> !each.state().isLiving());
    return Stream.concat(
            fromOptions.stream(), found.stream().filter(profile -> hasRoom(process, profile)))
        .filter(profile -> lacks(process, profile))
        .findFirst();
  }

  /** A slot must not break its promise for classes that nobody may ask for. */
  private boolean hasRoom(SlotProcess process, String profile) {
    long there = process.profiles().getOrDefault(profile, 0L);
    return memory.hasRoomFor(process, most.getOrDefault(profile, 0L) - there);
  }

  /** Each is given once, and again when more classes are known. */
  private boolean lacks(SlotProcess process, String profile) {
    long known = most.getOrDefault(profile, 0L);
    long there = process.profiles().getOrDefault(profile, -1L);
    long tried = given.getOrDefault(process, Map.of()).getOrDefault(profile, -1L);
    return there < known * SHARE && tried < known;
  }

  /** A process has loaded what it could. */
  void over(SlotProcess process, String profile, Message.Trained message) {
    switch (message.outcome()) {
      case STOPPED -> {
        // It goes on when the pool is quiet.
      }
      case DONE -> given(process, profile);
      case FAILED, UNCLEAN -> {
        LOG.warning(() -> process + " cannot load " + profile + ": " + message.detail());
        given(process, profile);
        if (failures.merge(profile, 1, Integer::sum) == FAILURES) {
          LOG.warning(() -> profile + " is not used any more");
          fromOptions.remove(profile);
          found.remove(profile);
        }
      }
    }
  }

  private void given(SlotProcess process, String profile) {
    given
        .computeIfAbsent(process, key -> new HashMap<>())
        .put(profile, most.getOrDefault(profile, 0L));
  }

  /** A process has run a container: it may load again what that has cost it. */
  void used(SlotProcess process) {
    losses.remove(process);
  }

  /** No process loads any more. */
  void end() {
    fromOptions.clear();
    found.clear();
  }
}
