/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.gang.master.core;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class GangVerdictTest {
  private final GangVerdict verdict = new GangVerdict();

  @Test
  void theWorstRankCounts() {
    verdict.ended("rank 0", 0, "");
    verdict.ended("rank 1", 3, "");
    verdict.ended("rank 2", 2, "");
    assertThat(verdict.status()).isEqualTo(3);
    assertThat(verdict.diagnostics()).isEqualTo("rank 1 ended with status 3");
    assertThat(verdict.isBroken()).isFalse();
  }

  @Test
  void allIsWell() {
    verdict.ended("rank 0", 0, "");
    assertThat(verdict.status()).isZero();
    assertThat(verdict.diagnostics()).isEmpty();
  }

  @Test
  void whatYarnHasKilledShowsAsKilled() {
    verdict.ended("rank 0", -100, "lost node");
    assertThat(verdict.status()).isEqualTo(137);
    assertThat(verdict.diagnostics()).isEqualTo("rank 0 ended with status 137: lost node");
  }

  @Test
  void aBrokenGangHasNotTheStatusZero() {
    verdict.broken("rank 1 ended without MPI.Finalize");
    verdict.ended("rank 1", 0, "");
    assertThat(verdict.status()).isEqualTo(1);
    assertThat(verdict.diagnostics()).isEqualTo("rank 1 ended without MPI.Finalize");
  }

  @Test
  void theFirstReasonCounts() {
    verdict.broken("first");
    verdict.cancelled("second", 130);
    assertThat(verdict.reason()).isEqualTo("first");
    assertThat(verdict.status()).isEqualTo(1);
    assertThat(verdict.isCancelled()).isFalse();
  }

  @Test
  void aCancelledGangHasItsOwnStatus() {
    verdict.cancelled("its client has gone", 130);
    verdict.ended("rank 0", 137, "");
    assertThat(verdict.isCancelled()).isTrue();
    assertThat(verdict.status()).isEqualTo(130);
    assertThat(verdict.diagnostics()).isEqualTo("its client has gone");
  }
}
