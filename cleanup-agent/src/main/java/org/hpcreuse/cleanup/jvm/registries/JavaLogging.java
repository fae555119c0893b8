/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm.registries;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.logging.Filter;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.hpcreuse.cleanup.state.LoadedClasses;
import org.hpcreuse.cleanup.state.Redacted;
import org.hpcreuse.cleanup.state.ReflectiveAccess;
import org.hpcreuse.cleanup.state.Residue;
import org.hpcreuse.cleanup.state.Residues;
import org.hpcreuse.cleanup.step.Release;
import org.hpcreuse.cleanup.step.Restorable;

/**
 * Levels, filters, handlers, resource bundles and parents of java.util.logging's loggers.
 *
 * <p>Without it the next container logs at this one's levels, into this one's files.
 */
public final class JavaLogging implements Restorable<Map<String, JavaLogging.Saved>> {

  @Override
  public Map<String, JavaLogging.Saved> capture(LoadedClasses framework) {
    Map<String, Saved> saved = new HashMap<>();
    loggers().forEach(logger -> saved.put(logger.getName(), Saved.of(logger)));
    return Map.copyOf(saved);
  }

  @Override
  public void restore(Map<String, JavaLogging.Saved> before, Release release) {
    loggers().forEach(logger -> saved(before, logger.getName(), Saved.of(logger)).applyTo(logger));
  }

  /** A logger that has been made since, and not set, is as good as none. */
  @Override
  public List<Residue> differences(
      Map<String, JavaLogging.Saved> before, Map<String, JavaLogging.Saved> after) {
    List<Residue> found = new ArrayList<>();
    after.forEach(
        (name, saved) ->
            Residues.of(kind(), name, saved(before, name, saved), saved).stream()
                .map(
                    part ->
                        new Residue(
                            part.kind(),
                            "logger \"" + Redacted.name(name) + "\" " + part.where(),
                            part.before(),
                            part.after(),
                            ""))
                .forEach(found::add));
    return found;
  }

  /** What was set of a logger; of one that is new, nothing: its parent is the nearest there is. */
  private static Saved saved(Map<String, Saved> before, String name, Saved now) {
    Saved saved = before.get(name);
    return saved == null ? now.fresh(nearestAbove(name)) : saved;
  }

  private static Optional<Logger> nearestAbove(String name) {
    LogManager manager = LogManager.getLogManager();
    String at = name;
    while (!at.isEmpty()) {
      at = at.substring(0, Math.max(0, at.lastIndexOf('.')));
      Logger above = manager.getLogger(at);
      if (above != null) {
        return Optional.of(above);
      }
    }
    return Optional.empty();
  }

  static Stream<Logger> loggers() {
    LogManager manager = LogManager.getLogManager();
    return Collections.list(manager.getLoggerNames()).stream()
        .map(manager::getLogger)
        .filter(Objects::nonNull);
  }

  /** What a container can set of one logger; level and filter may be null. */
  record Saved(
      Level level,
      Filter filter,
      boolean parents,
      List<Handler> handlers,
      Optional<Logger> parent,
      Object bundle) {
    private static final Object NO_BUNDLE = ofLogger("NO_RESOURCE_BUNDLE");

    /** What loggers of the JDK's own have. */
    private static final Object JDKS_BUNDLE = ofLogger("SYSTEM_BUNDLE");

    private static Object ofLogger(String constant) {
      try {
        return ReflectiveAccess.ofClass(Logger.class).get(constant);
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException("java.util.logging.Logger has changed", e);
      }
    }

    /** What the logger is like when nobody sets it. */
    Saved fresh(Optional<Logger> nearest) {
      Object own = bundle == JDKS_BUNDLE ? JDKS_BUNDLE : NO_BUNDLE;
      return new Saved(null, null, true, List.of(), nearest, own);
    }

    static Saved of(Logger logger) {
      return new Saved(
          logger.getLevel(),
          logger.getFilter(),
          logger.getUseParentHandlers(),
          List.of(logger.getHandlers()),
          Optional.ofNullable(logger.getParent()),
          bundleOf(logger));
    }

    /** The bundle with its name; one object stands for none. */
    private static Object bundleOf(Logger logger) {
      try {
        return ReflectiveAccess.of(logger).get("loggerBundle");
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException("java.util.logging.Logger has changed", e);
      }
    }

    void applyTo(Logger logger) {
      if (equals(of(logger))) {
        return;
      }
      logger.setLevel(level);
      logger.setFilter(filter);
      logger.setUseParentHandlers(parents);
      parent.filter(above -> above != logger.getParent()).ifPresent(logger::setParent);
      forgetBundle(logger);
      replaceHandlers(logger);
    }

    /** Not by the logger's methods, which compare by equals: of a handler's class, maybe. */
    @SuppressWarnings("unchecked") // List<Handler>
    private void replaceHandlers(Logger logger) {
      List<Handler> now = List.of(logger.getHandlers());
      try {
        List<Handler> live =
            (List<Handler>) ReflectiveAccess.of(logger).in("config").get("handlers");
        live.clear();
        live.addAll(handlers);
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException("java.util.logging.Logger has changed", e);
      }
      now.stream().filter(handler -> !holds(handlers, handler)).forEach(Handler::close);
    }

    private void forgetBundle(Logger logger) {
      if (bundleOf(logger) == bundle) {
        return;
      }
      try {
        ReflectiveAccess members = ReflectiveAccess.of(logger);
        members.set("loggerBundle", bundle);
        members.zero("catalogRef", "catalogName", "catalogLocale");
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException("java.util.logging.Logger has changed", e);
      }
    }

    /** By identity: a handler's class may be the container's, and its equals too. */
    private static boolean holds(List<Handler> handlers, Handler wanted) {
      return handlers.stream().anyMatch(handler -> handler == wanted);
    }
  }
}
