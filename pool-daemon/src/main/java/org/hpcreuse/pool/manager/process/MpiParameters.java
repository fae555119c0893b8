/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * What the user or the site has set for Open MPI outside of the pool's options: variables of the
 * environment, then files of parameters, the user's before the site's. mpirun's own arguments would
 * overrule both.
 */
final class MpiParameters {
  private static final String VARIABLE = "OMPI_MCA_";
  private static final String FILES = "mca_base_param_files";
  private static final String FILE = "openmpi-mca-params.conf";

  /** Debian's place; its mpirun is in /usr/bin. */
  private static final Path DEBIAN = Path.of("/etc/openmpi", FILE);

  private static final Logger LOG = Logger.getLogger(MpiParameters.class.getName());

  private final Map<String, String> environment;
  private final Map<String, String> inFiles = new HashMap<>();

  /**
   * Reads the files; one that is not there sets nothing.
   *
   * @param files of parameters; what an earlier one sets, counts
   */
  MpiParameters(Map<String, String> environment, List<Path> files) {
    this.environment = Map.copyOf(environment);
    for (Path file : files) {
      for (String line : lines(file)) {
        String[] words = line.split("=", 2);
        if (words.length == 2) {
          inFiles.putIfAbsent(words[0].strip(), words[1]);
        }
      }
    }
  }

  /** Those that count for an mpirun that this process starts. */
  static MpiParameters of(String mpirun) {
    Map<String, String> environment = System.getenv();
    List<Path> files = new ArrayList<>();
    String named = environment.getOrDefault(VARIABLE + FILES, "");
    if (named.isEmpty()) {
      files.add(Path.of(System.getProperty("user.home"), ".openmpi", "mca-params.conf"));
      siteFile(mpirun).ifPresent(files::add);
      files.add(DEBIAN);
    } else {
      for (String file : named.split("[,:]", -1)) {
        files.add(Path.of(file));
      }
    }
    return new MpiParameters(environment, files);
  }

  /** Where Open MPI looks that has been installed in a directory of its own. */
  private static Optional<Path> siteFile(String mpirun) {
    try {
      Path program = Path.of(mpirun).toRealPath();
      return Optional.of(program.resolveSibling("../etc").resolve(FILE).normalize());
    } catch (IOException | InvalidPathException e) {
      return Optional.empty(); // a word that PATH explains
    }
  }

  /**
   * Whether somebody has chosen components of a framework, for example btl. Debian's file says
   * which ones not to use ({@code ^ucx}); that chooses none, unless one of {@code ours} is among
   * them.
   */
  boolean chooses(String framework, List<String> ours) {
    String inFile = inFiles.getOrDefault(framework, "");
    String value = environment.getOrDefault(VARIABLE + framework, inFile).strip();
    if (!value.startsWith("^")) {
      return !value.isEmpty();
    }
    List<String> excluded = List.of(value.substring(1).split("\\s*,\\s*", -1));
    return ours.stream().anyMatch(excluded::contains);
  }

  private static List<String> lines(Path file) {
    if (!Files.isRegularFile(file)) {
      return List.of();
    }
    try {
      return Files.readAllLines(file, StandardCharsets.ISO_8859_1).stream()
          .filter(line -> !line.strip().startsWith("#"))
          .toList();
    } catch (IOException e) {
      LOG.log(Level.WARNING, "parameters of Open MPI in " + file + " cannot be read", e);
      return List.of();
    }
  }
}
