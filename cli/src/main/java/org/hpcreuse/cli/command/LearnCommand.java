/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cli.command;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeoutException;
import org.hpcreuse.cli.pool.FoundProfiles;
import org.hpcreuse.cli.pool.PoolClient;
import org.hpcreuse.cli.pool.SlotAudits;
import org.hpcreuse.cli.terminal.Failure;
import org.hpcreuse.protocol.ExitCodes;
import org.hpcreuse.protocol.files.ClassProfile;
import org.hpcreuse.protocol.files.LearnedClasses;
import org.hpcreuse.protocol.files.WholeFile;
import org.hpcreuse.protocol.option.Options;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Adds the framework classes that jobs were the first to use to those that slots initialise. */
@Command(
    name = "learn",
    description =
        "Remember the framework classes that containers of this pool were the first to use, so that"
            + " slots initialise them while idle from their next start on. Run it after jobs of the"
            + " kinds that will be run. With --profile it remembers the classes of other frameworks,"
            + " as Spark's.",
    mixinStandardHelpOptions = true)
public final class LearnCommand implements Callable<Integer> {
  /** The rule by which an audit allows them. */
  private static final String LATE = "late class";

  @Spec CommandSpec spec;
  @Mixin PoolClient pool;

  @Option(
      names = "--wait",
      paramLabel = "MS",
      description = "How long to wait for slots that are busy (default: ${DEFAULT-VALUE}).")
  long waitMs = 30_000;

  @Option(
      names = "--profile",
      paramLabel = "NAME",
      description =
          "Make a profile of this name from what applications have loaded, for"
              + " hpc-reuse.profiles.")
  Optional<String> profile = Optional.empty();

  @Option(
      names = "--jars",
      paramLabel = "DIR",
      description = "With --profile: where the jars of these applications are for good.")
  Optional<Path> jars = Optional.empty();

  @Override
  public Integer call() throws IOException, TimeoutException, Failure {
    if (profile.isPresent() != jars.isPresent()) {
      throw new IllegalArgumentException("--profile NAME and --jars DIR belong together");
    }
    if (profile.isPresent()) {
      makeProfile(profile.get(), jars.get());
      return ExitCodes.OK;
    }
    learnFrameworkClasses();
    return ExitCodes.OK;
  }

  private void makeProfile(String name, Path directory) throws IOException, Failure {
    if (Options.PROFILES.parse(name).size() != 1) {
      throw new IllegalArgumentException("--profile \"" + name + "\": one name");
    }
    if (!Files.isDirectory(directory)) {
      throw new IllegalArgumentException("--jars " + directory + " is no directory");
    }
    ClassProfile found = new FoundProfiles(pool.files()).with(directory.toRealPath());
    Path file = ClassProfile.named(pool.files(), name);
    found.write(file);
    PrintWriter out = spec.commandLine().getOut();
    out.printf(
        "profile %s: %d classes of %d jars: %s%n",
        name, found.classes().size(), found.classPath().size(), file);
    out.flush();
  }

  private void learnFrameworkClasses() throws IOException, TimeoutException, Failure {
    Set<String> late = new TreeSet<>();
    boolean cut = false;
    for (JsonNode slot : new SlotAudits(pool, waitMs).ask("").path("slots")) {
      for (JsonNode row : slot.path("allowed")) {
        if (row.path("rule").asText().equals(LATE)) {
          late.add(row.path("where").asText());
        }
      }
      cut |= slot.path("allowedCount").asInt() > slot.path("allowed").size();
    }
    LearnedClasses learned = LearnedClasses.of(pool.files());
    Set<String> all = new TreeSet<>(learned.read());
    int before = all.size();
    all.addAll(late);
    Files.createDirectories(learned.file().getParent());
    WholeFile.write(learned.file(), all);
    PrintWriter out = spec.commandLine().getOut();
    out.printf(
        "%d framework classes learned, %d of them new: %s%n",
        all.size(), all.size() - before, learned.file());
    if (cut) {
      out.println("a slot had more to tell than fits into a message: learn again after a restart");
    }
    out.flush();
  }
}
