/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.logging.Filter;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.hpcreuse.cleanup.LoadedClasses;
import org.hpcreuse.cleanup.Release;
import org.hpcreuse.cleanup.Residue;
import org.hpcreuse.cleanup.Residues;
import org.hpcreuse.cleanup.Restorable;

/**
 * Levels and handlers of java.util.logging.
 *
 * <p>Without it the next container logs at this one's levels, into this one's files.
 */
final class JavaLogging implements Restorable<Map<String, JavaLogging.Saved>> {

  @Override
  public Map<String, JavaLogging.Saved> capture(LoadedClasses framework) {
    Map<String, Saved> saved = new HashMap<>();
    loggers().forEach(logger -> saved.put(logger.getName(), Saved.of(logger)));
    return Map.copyOf(saved);
  }

  @Override
  public void restore(Map<String, JavaLogging.Saved> before, Release release) {
    loggers().forEach(logger -> before.getOrDefault(logger.getName(), Saved.UNSET).applyTo(logger));
  }

  /** A logger that has been made since, and not set, is as good as none. */
  @Override
  public List<Residue> differences(
      Map<String, JavaLogging.Saved> before, Map<String, JavaLogging.Saved> after) {
    List<Residue> found = new ArrayList<>();
    after.forEach(
        (name, saved) ->
            Residues.of(kind(), name, before.getOrDefault(name, Saved.UNSET), saved).stream()
                .map(
                    part ->
                        new Residue(
                            part.kind(),
                            "logger \"" + name + "\" " + part.where(),
                            part.before(),
                            part.after(),
                            ""))
                .forEach(found::add));
    return found;
  }

  private static Stream<Logger> loggers() {
    LogManager manager = LogManager.getLogManager();
    return Collections.list(manager.getLoggerNames()).stream()
        .map(manager::getLogger)
        .filter(Objects::nonNull);
  }

  /** What a container can set of one logger; level and filter may be null. */
  record Saved(Level level, Filter filter, boolean parents, List<Handler> handlers) {
    static final Saved UNSET = new Saved(null, null, true, List.of());

    static Saved of(Logger logger) {
      return new Saved(
          logger.getLevel(),
          logger.getFilter(),
          logger.getUseParentHandlers(),
          List.of(logger.getHandlers()));
    }

    void applyTo(Logger logger) {
      if (equals(of(logger))) {
        return;
      }
      logger.setLevel(level);
      logger.setFilter(filter);
      logger.setUseParentHandlers(parents);
      for (Handler handler : logger.getHandlers()) {
        if (!handlers.contains(handler)) {
          logger.removeHandler(handler);
          handler.close();
        }
      }
      List<Handler> present = List.of(logger.getHandlers());
      handlers.stream().filter(handler -> !present.contains(handler)).forEach(logger::addHandler);
    }
  }
}
