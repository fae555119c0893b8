/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.readonce;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * {@code java -jar read-once.jar JAVA_HOME [CLASSES PROPERTIES]}: the list of a JDK for people, to
 * stdout, or its list for the agent and its {@link PropertyNames} for the executor, into two files;
 * then how many classes have which verdict.
 */
public final class ReadOnceMain {
  private static final int USAGE = 2;

  private ReadOnceMain() {}

  /** See the class. */
  public static void main(String[] args) throws IOException {
    if (args.length < 1 || args.length == 2 || args.length > 3) {
      System.err.println("usage: java -jar read-once.jar JAVA_HOME [CLASSES PROPERTIES]");
      System.exit(USAGE);
    }
    ReadOnceList list = ReadOnceList.of(Path.of(args[0]), Review.load());
    if (args.length == 3) {
      Files.write(Path.of(args[1]), list.lines());
      Files.write(Path.of(args[2]), PropertyNames.lines(Path.of(args[0])));
    } else {
      list.table().forEach(System.out::println);
    }
    System.err.println("JDK " + list.feature() + ": " + list.counts());
    List.copyOf(list.unusedReview())
        .forEach(subject -> System.err.println("reviewed, but not found: " + subject));
  }
}
