/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cli.pool;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.hpcreuse.protocol.ExitCodes;

/**
 * One command, run on nodes by {@code launch/head/on-node.sh}, which knows the way to them. The
 * error output of the nodes goes to that of this process.
 */
final class NodeCommand {
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  private final Path script;
  private final Path dir;
  private final List<String> words = new ArrayList<>();

  /**
   * @param home where HPC-Reuse is installed
   * @param dir the cluster's directory
   * @param arguments what follows the command
   */
  NodeCommand(Path home, Path dir, String command, List<String> arguments) {
    this.script = home.resolve("launch/head/on-node.sh");
    this.dir = dir;
    words.add(command);
    words.addAll(arguments);
  }

  /** Prints what each node says below its name; a node without an answer is passed over. */
  int print(List<String> nodes, PrintWriter out) throws IOException, InterruptedException {
    int status = ExitCodes.OK;
    for (String node : nodes) {
      out.println(node + ":");
      Answer answer = ask(node);
      out.print(answer.text());
      out.flush();
      status = answer.status() == ExitCodes.OK ? status : answer.status();
    }
    return status;
  }

  /** Prints one object with what each node says; a node without an answer has an error there. */
  int printJson(List<String> nodes, PrintWriter out) throws IOException, InterruptedException {
    int status = ExitCodes.OK;
    ObjectNode all = JSON.createObjectNode();
    ObjectNode answers = all.putObject("nodes");
    for (String node : nodes) {
      Answer answer = ask(node);
      Optional<JsonNode> json = answer.json();
      int of =
          json.isEmpty() && answer.status() == ExitCodes.OK ? ExitCodes.FAILED : answer.status();
      answers.set(node, json.orElseGet(() -> noAnswer(of)));
      status = of == ExitCodes.OK ? status : of;
    }
    out.println(all);
    out.flush();
    return status;
  }

  private static JsonNode noAnswer(int status) {
    return JSON.createObjectNode()
        .put("error", "no answer, see the error output")
        .put("exitStatus", status);
  }

  /** Has the command of one node write where this process writes, until either is ended. */
  int show(String node) throws IOException, InterruptedException {
    Process process = builder(node).redirectOutput(Redirect.INHERIT).start();
    Runtime.getRuntime().addShutdownHook(new Thread(process::destroy, "end-of-" + node));
    return process.waitFor();
  }

  private Answer ask(String node) throws IOException, InterruptedException {
    Process process = builder(node).start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Answer(text, process.waitFor());
  }

  private ProcessBuilder builder(String node) {
    List<String> command =
        new ArrayList<>(List.of("bash", script.toString(), dir.toString(), node));
    command.addAll(words);
    return new ProcessBuilder(command)
        .redirectInput(Redirect.INHERIT)
        .redirectError(Redirect.INHERIT);
  }

  /**
   * What a node has said.
   *
   * @param status the exit status of the command there, or of the way to it
   */
  private record Answer(String text, int status) {
    /** The text, when it is a JSON object or array; what else went wrong is in the error output. */
    Optional<JsonNode> json() {
      try {
        return Optional.of(JSON.readTree(text)).filter(JsonNode::isContainerNode);
      } catch (JacksonException e) {
        return Optional.empty();
      }
    }
  }
}
