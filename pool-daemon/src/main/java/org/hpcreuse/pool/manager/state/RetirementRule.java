/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager.state;

import java.util.Optional;
import java.util.Set;
import org.hpcreuse.protocol.option.Options;
import org.hpcreuse.protocol.wire.SlotFigure;

/** Says whether a slot's process must not be used again. */
@FunctionalInterface
public interface RetirementRule {
  /** Those that a slot itself applies; its reason then starts with the name and a colon. */
  Set<String> OF_SLOTS = Set.of("single-use", "out-of-memory", "linked-library");

  /** A slot has found something that no rule explains; the kind of state follows. */
  String UNKNOWN = "unknown-";

  /** Why a slot is retired that somebody has asked to. */
  String ON_REQUEST = "on-request";

  /** A rule's verdict starts with its name and a colon; other reasons are somebody's request. */
  static String nameIn(String reason) {
    int colon = reason.indexOf(':');
    return colon < 0 ? ON_REQUEST : reason.substring(0, colon);
  }

  /** The name under which what a slot gives as its own reason is counted. */
  static String ofSlot(String reason) {
    String name = nameIn(reason);
    return OF_SLOTS.contains(name) || name.startsWith(UNKNOWN) ? name : "failed-release";
  }

  /** The reason to retire it, or empty. */
  Optional<String> verdict(SlotProcess process);

  /** Retires when either does; the first reason counts. */
  default RetirementRule or(RetirementRule other) {
    return process -> verdict(process).or(() -> other.verdict(process));
  }

  /** More containers than a process may run; 0 = no limit. */
  static RetirementRule maxUses(long limit) {
    return process ->
        limit > 0 && process.containers() >= limit
            ? Optional.of("max-uses: " + process.containers() + " containers, limit " + limit)
            : Optional.empty();
  }

  /** A second container, where each is to have a process of its own. */
  static RetirementRule singleUse(Options.Isolation isolation) {
    return process ->
        isolation == Options.Isolation.SINGLE_USE && process.containers() > 0
            ? Optional.of("single-use: it has run its container")
            : Optional.empty();
  }

  /** More container class loaders that outlive full collections than a process may hold on to. */
  static RetirementRule lastingLoaders(long limit) {
    return process -> {
      long lasting = process.figures().getOrDefault(SlotFigure.LASTING_LOADERS.key(), 0L);
      return lasting > limit
          ? Optional.of("live-loaders: " + lasting + " not collected, limit " + limit)
          : Optional.empty();
    };
  }

  /** A figure has grown by more than it may since the slot was ready; 0 = no limit. */
  static RetirementRule growth(SlotFigure figure, long limit) {
    return process -> {
      long growth = process.growth().getOrDefault(figure.key(), 0L);
      return limit > 0 && growth > limit
          ? Optional.of(figure.key() + "-growth: " + growth + ", limit " + limit)
          : Optional.empty();
    };
  }

  /** Someone has asked for it, by noting a reason on the process. */
  static RetirementRule onRequest() {
    return process -> process.reason().isEmpty() ? Optional.empty() : Optional.of(process.reason());
  }
}
