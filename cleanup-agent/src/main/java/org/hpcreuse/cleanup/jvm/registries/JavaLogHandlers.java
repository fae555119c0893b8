/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm.registries;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.logging.Handler;
import java.util.stream.Stream;
import org.hpcreuse.cleanup.state.HeldState;
import org.hpcreuse.cleanup.state.LoadedClasses;
import org.hpcreuse.cleanup.state.Residue;
import org.hpcreuse.cleanup.step.Release;
import org.hpcreuse.cleanup.step.Restorable;

/**
 * What is set of the handlers of java.util.logging that stay, and of their formatters and error
 * managers: level, filter, formatter, encoding, error manager and its mark that it has reported.
 * {@link JavaLogging} takes other handlers away.
 *
 * <p>Without it the root logger's console handler formats, filters and drops the next container's
 * messages as this one's class wants, and keeps its loader.
 */
public final class JavaLogHandlers implements Restorable<List<HeldState>> {
  @Override
  public List<HeldState> capture(LoadedClasses framework) {
    return JavaLogging.loggers()
        .flatMap(logger -> Arrays.stream(logger.getHandlers()))
        .flatMap(JavaLogHandlers::parts)
        .map(HeldState::of)
        .toList();
  }

  private static Stream<Object> parts(Handler handler) {
    return Stream.of(handler, handler.getFormatter(), handler.getErrorManager())
        .filter(Objects::nonNull);
  }

  @Override
  public void restore(List<HeldState> before, Release release) {
    before.forEach(HeldState::restore);
  }

  @Override
  public String kind() {
    return "java-logging";
  }

  /** Handlers beyond those are the loggers' difference. */
  @Override
  public List<Residue> differences(List<HeldState> before, List<HeldState> after) {
    List<Residue> found = new ArrayList<>();
    for (HeldState was : before) {
      after.stream()
          .filter(was::isOfSame)
          .findFirst()
          .ifPresent(is -> found.addAll(was.differences(kind(), was.type(), is)));
    }
    return found;
  }
}
