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
  Set<String> OF_SLOTS = Set.of("single-use", "out-of-memory");

  /** Why a slot is retired that somebody has asked to. */
  String ON_REQUEST = "on-request";

  /** A rule's verdict starts with its name and a colon; other reasons are somebody's request. */
  static String nameIn(String reason) {
    int colon = reason.indexOf(':');
    return colon < 0 ? ON_REQUEST : reason.substring(0, colon);
  }

  /** The reason to retire it, or empty. */
  Optional<String> verdict(SlotProcess seat);

  /** Retires when either does; the first reason counts. */
  default RetirementRule or(RetirementRule other) {
    return seat -> verdict(seat).or(() -> other.verdict(seat));
  }

  /** More containers than a process may run; 0 = no limit. */
  static RetirementRule maxUses(long limit) {
    return seat ->
        limit > 0 && seat.containers() >= limit
            ? Optional.of("max-uses: " + seat.containers() + " containers, limit " + limit)
            : Optional.empty();
  }

  /** A second container, where each is to have a process of its own. */
  static RetirementRule singleUse(Options.Isolation isolation) {
    return seat ->
        isolation == Options.Isolation.SINGLE_USE && seat.containers() > 0
            ? Optional.of("single-use: it has run its container")
            : Optional.empty();
  }

  /** More container class loaders that outlive full collections than a process may hold on to. */
  static RetirementRule lastingLoaders(long limit) {
    return seat -> {
      long lasting = seat.figures().getOrDefault(SlotFigure.LASTING_LOADERS.key(), 0L);
      return lasting > limit
          ? Optional.of("live-loaders: " + lasting + " not collected, limit " + limit)
          : Optional.empty();
    };
  }

  /** A figure has grown by more than it may since the slot was ready; 0 = no limit. */
  static RetirementRule growth(SlotFigure figure, long limit) {
    return seat -> {
      long growth = seat.growth().getOrDefault(figure.key(), 0L);
      return limit > 0 && growth > limit
          ? Optional.of(figure.key() + "-growth: " + growth + ", limit " + limit)
          : Optional.empty();
    };
  }

  /** Someone has asked for it, by noting a reason on the seat. */
  static RetirementRule onRequest() {
    return seat -> seat.reason().isEmpty() ? Optional.empty() : Optional.of(seat.reason());
  }
}
