/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cli.view;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.hpcreuse.cli.pool.PoolClient;
import org.hpcreuse.cli.terminal.Failure;
import org.hpcreuse.protocol.wire.Message;

/**
 * Shows a pool's status again and again. It goes on, and says so, while no pool manager is there,
 * and when another one has taken its place.
 */
public final class StatusWatch {
  private static final Duration ANSWER = Duration.ofSeconds(5);
  private static final String CLEAR = "\u001b[H\u001b[2J";

  private final PoolClient pool;
  private final Duration interval;
  private final PrintWriter out;
  private final boolean clears;
  private final ObjectMapper json = new ObjectMapper();
  private JsonNode before = MissingNode.getInstance();
  private String news = "";

  /**
   * A view of a pool.
   *
   * @param interval from one block to the next
   * @param out where blocks go
   * @param clears whether each takes the place of the one before, as on a terminal
   */
  public StatusWatch(PoolClient pool, Duration interval, PrintWriter out, boolean clears) {
    this.pool = pool;
    this.interval = interval;
    this.out = out;
    this.clears = clears;
  }

  /**
   * Goes on until the thread is interrupted or nobody reads any more.
   *
   * @throws Failure when there is no pool at first
   */
  public void run() throws IOException, Failure {
    pool.files();
    try {
      do {
        show(look());
        TimeUnit.NANOSECONDS.sleep(interval.toNanos());
      } while (!out.checkError());
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
    }
  }

  private void show(String text) {
    String block = time() + ", every " + interval.toSeconds() + " s\n" + news + text;
    out.print(clears ? CLEAR + block : block + "\n");
    out.flush();
  }

  private static Instant time() {
    return Instant.now().truncatedTo(ChronoUnit.SECONDS);
  }

  private String look() {
    try {
      JsonNode now = json.readTree(pool.askText(new Message.StatusQuery(), ANSWER));
      if (!before.isMissingNode() && !StatusTrend.sameManager(now, before)) {
        news = time() + ": another pool manager is there, its counts have begun at 0\n";
      }
      String text = StatusTable.slots(now) + "\n" + new StatusTrend(now, before).render();
      before = now;
      return text;
    } catch (IOException | TimeoutException | Failure notNow) {
      return "no answer from the pool manager: " + Failure.of(notNow).getMessage() + "\n";
    }
  }
}
