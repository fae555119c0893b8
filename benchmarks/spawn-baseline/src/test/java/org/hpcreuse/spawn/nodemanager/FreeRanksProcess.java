/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.spawn.nodemanager;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

/**
 * The place where ranks connect, in a process whose limits a test may set: {@code FreeRanksProcess
 * SOCKET}. Says when it listens, and each time it has got a rank.
 */
final class FreeRanksProcess {
  private static final int RANKS = 3;

  private FreeRanksProcess() {}

  public static void main(String[] args) throws IOException {
    try (FreeRanks ranks = FreeRanks.listen(Path.of(args[0]))) {
      System.out.println("listens");
      for (int i = 0; i < RANKS; i++) {
        FreeRanks.RankConnection rank = ranks.take(Duration.ofMinutes(2));
        System.out.println("rank " + i);
        rank.close();
      }
    }
  }
}
