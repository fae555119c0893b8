/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.phase;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Map;

/**
 * One container as measured.
 *
 * @param container YARN's id
 * @param kind what it ran
 * @param launch {@code reuse}, {@code spawn} or {@code fork}: what in fact launched it, whatever
 *     the arm
 * @param reason why a container of a pool was forked; empty otherwise
 * @param slot the slot it ran in; −1 = none
 * @param at when it reached each phase, ms since the epoch; a phase it never reached is missing
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record ContainerTimes(
    String container, Kind kind, String launch, String reason, int slot, Map<Phase, Long> at) {
  public static final String FORK = "fork";
  public static final String SPAWN = "spawn";
  public static final String REUSE = "reuse";
}
