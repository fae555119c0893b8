/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cli.pool;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import org.hpcreuse.cli.terminal.Failure;
import org.hpcreuse.protocol.ExitCodes;
import org.hpcreuse.protocol.files.PoolFiles;
import org.hpcreuse.protocol.wire.Message;
import org.hpcreuse.protocol.wire.MessageChannel;
import picocli.CommandLine.Option;

/** Asks the pool manager of a cluster; the options every such command has. */
public final class PoolClient {
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);

  /** What the manager may take beyond the time it was given for its work. */
  private static final Duration ANSWER_MARGIN = Duration.ofSeconds(5);

  private static final String CLIENT_POOL = "client-pool";

  public Path dir;

  @Option(
      names = "--node",
      paramLabel = "NAME",
      description = "Of a cluster of several nodes only this one.")
  public String node;

  @Option(
      names = "--clients",
      description = "The pool of the cluster's clients, not that of its containers.")
  public boolean clients;

  /** The cluster's directory becomes an absolute path, which messages show. */
  @Option(
      names = "--dir",
      paramLabel = "D",
      defaultValue = "${env:HPC_REUSE_DIR:-.hpc-reuse}",
      description = "Directory of the cluster (default: ${DEFAULT-VALUE}).")
  void setDir(Path path) {
    dir = path.toAbsolutePath().normalize();
  }

  /**
   * Sends one question and waits for its answer.
   *
   * @param question what to ask
   * @param work how long the manager may work on it
   * @throws Failure when there is no pool here, or it refuses
   * @throws TimeoutException when it does not answer
   */
  public Message ask(Message question, Duration work)
      throws IOException, TimeoutException, Failure {
    try (MessageChannel channel =
        MessageChannel.connect(files(), Message.Role.ADMIN, CONNECT_TIMEOUT)) {
      channel.send(question, CONNECT_TIMEOUT);
      Message answer = channel.receive(work.plus(ANSWER_MARGIN));
      if (answer instanceof Message.Refused refused) {
        throw new Failure(ExitCodes.FAILED, "the pool refused: " + refused.reason());
      }
      return answer;
    }
  }

  /** As {@link #ask}, for questions that are answered by a text. */
  public String askText(Message question, Duration work)
      throws IOException, TimeoutException, Failure {
    Message answer = ask(question, work);
    if (answer instanceof Message.Text text) {
      return text.text();
    }
    throw new IOException("the pool answered with " + answer);
  }

  /**
   * As {@link #askText}, for questions that are answered by several texts and {@link Message.Done}.
   *
   * @param work how long the manager may take for each answer
   */
  List<String> askTexts(Message question, Duration work)
      throws IOException, TimeoutException, Failure {
    List<String> texts = new ArrayList<>();
    try (MessageChannel channel =
        MessageChannel.connect(files(), Message.Role.ADMIN, CONNECT_TIMEOUT)) {
      channel.send(question, CONNECT_TIMEOUT);
      while (true) {
        Message answer = channel.receive(work.plus(ANSWER_MARGIN));
        if (answer instanceof Message.Text text) {
          texts.add(text.text());
        } else if (answer instanceof Message.Refused refused) {
          throw new Failure(ExitCodes.FAILED, "the pool refused: " + refused.reason());
        } else {
          return texts;
        }
      }
    }
  }

  /** The pool's directory, which only its owner may enter. */
  public Path poolDir() throws IOException, Failure {
    return files().dir();
  }

  /** The same for the pool of the cluster's clients; empty when it has none. */
  public Optional<PoolClient> ofClients() {
    if (clients || !Files.exists(dir.resolve(CLIENT_POOL).resolve("pool.properties"))) {
      return Optional.empty();
    }
    PoolClient other = new PoolClient();
    other.dir = dir;
    other.clients = true;
    return Optional.of(other);
  }

  /** The pool that is asked. */
  public PoolFiles files() throws IOException, Failure {
    if (!Files.isDirectory(dir.resolve("conf"))) {
      throw new Failure(ExitCodes.UNAVAILABLE, "no cluster in " + dir);
    }
    Path pool = dir.resolve(clients ? CLIENT_POOL : "pool");
    if (!Files.exists(pool.resolve("pool.properties"))) {
      if (clients) {
        throw new Failure(
            ExitCodes.UNAVAILABLE, "the cluster in " + dir + " has no pool of client slots");
      }
      throw new Failure(
          ExitCodes.UNAVAILABLE,
          "the cluster in " + dir + " has no pool of slots: its mode is not reuse");
    }
    PoolFiles files = PoolFiles.open(pool);
    if (!Files.exists(files.socket())) {
      throw new Failure(
          ExitCodes.UNAVAILABLE,
          "the pool in " + pool + " is not running (log: " + files.logs() + ")");
    }
    return files;
  }
}
