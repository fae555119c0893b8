/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.foreign.async;

import static org.hpcreuse.workload.foreign.Neighbour.print;

import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import org.hpcreuse.workload.foreign.Brings;
import org.hpcreuse.workload.foreign.Neighbour;

/** Runs an event bus of Vert.x. */
@Brings("vertx-core")
public final class Events {
  private Events() {}

  public static void main(String[] args) throws Exception {
    System.setProperty("vertx.cacheDirBase", System.getProperty("java.io.tmpdir") + "/vertx");
    if (Neighbour.spoils(args)) {
      System.setProperty("vertx.disableFileCaching", "true");
      Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1)).setPeriodic(1, id -> {});
    }
    Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1).setWorkerPoolSize(1));
    vertx.eventBus().consumer("twice", message -> message.reply(((Integer) message.body()) * 2));
    print(
        "twice",
        vertx
            .eventBus()
            .request("twice", 4)
            .toCompletionStage()
            .toCompletableFuture()
            .get()
            .body());
    print(
        "blocked",
        vertx.executeBlocking(() -> "done").toCompletionStage().toCompletableFuture().get());
    print("native", vertx.isNativeTransportEnabled());
    print("context", Vertx.currentContext() != null);
    vertx.close().toCompletionStage().toCompletableFuture().get();
    System.exit(0);
  }
}
