/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cli.pool;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.hpcreuse.cli.terminal.Failure;
import org.hpcreuse.protocol.ExitCodes;
import picocli.CommandLine.ExecutionException;
import picocli.CommandLine.IExecutionStrategy;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;

/**
 * Runs a command that asks a pool. Of a cluster of several nodes it asks the pool of each node in
 * turn, or of the one that {@code --node} names; everything else runs here.
 */
public final class EachNode implements IExecutionStrategy {
  /** The hidden option of the command line that asks for this: the nodes themselves go without. */
  public static final String OPTION = "--each-node";

  private static final String JSON = "--json";
  private static final String WATCH = "--watch";

  private final Path home;

  /**
   * @param home where HPC-Reuse is installed
   */
  public EachNode(Path home) {
    this.home = home;
  }

  @Override
  public int execute(ParseResult parsed) {
    try {
      Optional<PoolClient> pool =
          parsed.hasMatchedOption(OPTION) ? poolOf(last(parsed)) : Optional.empty();
      if (pool.isEmpty()) {
        return new RunLast().execute(parsed);
      }
      return execute(parsed, pool.get());
    } catch (IOException | InterruptedException | Failure | IllegalArgumentException e) {
      throw new ExecutionException(last(parsed).commandSpec().commandLine(), e.getMessage(), e);
    }
  }

  private int execute(ParseResult parsed, PoolClient pool)
      throws IOException, InterruptedException, Failure {
    ParseResult command = last(parsed);
    String name = command.commandSpec().name();
    Path dir = pool.dir;
    Optional<JobNodes> nodes = JobNodes.in(dir);
    if (nodes.isEmpty()) {
      if (pool.node != null) {
        throw new IllegalArgumentException(
            name + ": --node: the cluster in " + dir + " has one node");
      }
      return new RunLast().execute(parsed);
    }
    List<String> asked = asked(command, nodes.get(), pool.node);
    NodeCommand node = new NodeCommand(home, dir, name, words(parsed, name));
    PrintWriter out = command.commandSpec().commandLine().getOut();
    if (command.hasMatchedOption(WATCH)) {
      return node.show(asked.get(0));
    }
    return command.hasMatchedOption(JSON) ? node.printJson(asked, out) : node.print(asked, out);
  }

  /** The nodes to ask, after what cannot be asked of several has been refused. */
  private static List<String> asked(ParseResult command, JobNodes nodes, String wanted) {
    String name = command.commandSpec().name();
    boolean watch = command.hasMatchedOption(WATCH);
    if (wanted != null) {
      require(
          nodes.names().contains(wanted),
          name + ": --node " + wanted + ": must be one of: " + nodes);
    } else {
      require(!name.equals("retire"), name + ": --node is needed, one of: " + nodes);
      require(
          !watch || nodes.names().size() == 1,
          name + " --watch: --node is needed, one of: " + nodes);
    }
    require(
        !watch || !command.hasMatchedOption(JSON), name + ": --watch and --json: one at a time");
    return wanted == null ? nodes.names() : List.of(wanted);
  }

  private static void require(boolean condition, String otherwise) {
    if (!condition) {
      throw new IllegalArgumentException(otherwise);
    }
  }

  /** What follows the command's name, without the options that say where it runs. */
  private static List<String> words(ParseResult parsed, String name) {
    List<String> all = parsed.originalArgs();
    List<String> words = new ArrayList<>();
    for (int i = all.indexOf(name) + 1; i < all.size(); i++) {
      String word = all.get(i);
      if (word.equals("--dir") || word.equals("--node")) {
        i++;
      } else if (!word.startsWith("--dir=") && !word.startsWith("--node=")) {
        words.add(word);
      }
    }
    return words;
  }

  /** The pool that a command asks; nothing when it asks none, or only for its help. */
  private static Optional<PoolClient> poolOf(ParseResult command) {
    if (command.isUsageHelpRequested() || command.isVersionHelpRequested()) {
      return Optional.empty();
    }
    return command.commandSpec().mixins().values().stream()
        .map(CommandSpec::userObject)
        .filter(PoolClient.class::isInstance)
        .map(PoolClient.class::cast)
        .findFirst();
  }

  private static ParseResult last(ParseResult parsed) {
    return parsed.hasSubcommand() ? last(parsed.subcommand()) : parsed;
  }

  /**
   * The nodes of a cluster that was started over several of them.
   *
   * @param names their names in the order of the job, the head first
   */
  private record JobNodes(List<String> names) {
    /** The head writes it as a file of shell variables; names of nodes have no blanks. */
    private static final Pattern HOSTS = Pattern.compile("\\bJOB_HOSTS=\\(([^)]*)\\)");

    /**
     * Reads which nodes a cluster has.
     *
     * @param dir the cluster's directory
     * @return nothing for a cluster that is on this machine alone
     * @throws Failure when the file that should name them does not
     */
    static Optional<JobNodes> in(Path dir) throws IOException, Failure {
      Path file = dir.resolve("run/job.env");
      if (!Files.isReadable(file)) {
        return Optional.empty();
      }
      Matcher hosts = HOSTS.matcher(Files.readString(file));
      if (!hosts.find() || hosts.group(1).isBlank()) {
        throw new Failure(ExitCodes.FAILED, file + " names no node (JOB_HOSTS)");
      }
      return Optional.of(new JobNodes(List.of(hosts.group(1).strip().split("\\s+"))));
    }

    @Override
    public String toString() {
      return String.join(" ", names);
    }
  }
}
