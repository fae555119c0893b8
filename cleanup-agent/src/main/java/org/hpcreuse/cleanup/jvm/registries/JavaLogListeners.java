/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm.registries;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.LogManager;
import org.hpcreuse.cleanup.state.LoadedClasses;
import org.hpcreuse.cleanup.state.LoaderValues;
import org.hpcreuse.cleanup.state.Redacted;
import org.hpcreuse.cleanup.state.ReflectiveAccess;
import org.hpcreuse.cleanup.state.Residue;
import org.hpcreuse.cleanup.step.Release;
import org.hpcreuse.cleanup.step.Restorable;

/**
 * What the manager of java.util.logging keeps beside loggers: who hears of a new configuration,
 * loggers to be closed when it is reset, and levels by name, of classes of containers' own.
 *
 * <p>Without it the next container's configuration calls this one's listener, and a level it parses
 * is an object of this one's class.
 */
public final class JavaLogListeners implements Restorable<JavaLogListeners.Saved> {
  /** The last two: levels by name and by number, in lists which grow. */
  record Saved(
      List<Object> listeners,
      List<Object> closed,
      Map<Object, List<Object>> names,
      Map<Object, List<Object>> numbers) {}

  @Override
  public Saved capture(LoadedClasses framework) {
    synchronized (levelsOwner()) {
      return new Saved(
          List.copyOf(listeners().keySet()),
          List.copyOf(closed()),
          copy(levels("nameToLevels")),
          copy(levels("intToLevels")));
    }
  }

  @Override
  public void restore(Saved before, Release release) {
    listeners().keySet().removeIf(key -> isNew(key, before.listeners()));
    closed().removeIf(logger -> isNew(logger, before.closed()));
    synchronized (levelsOwner()) {
      replace(levels("nameToLevels"), before.names());
      replace(levels("intToLevels"), before.numbers());
    }
    LoaderValues.forget(
        release.containerLoader(),
        get(ReflectiveAccess.ofClass(levelsOwner()), "CUSTOM_LEVEL_CLV"));
  }

  private static boolean isNew(Object held, List<Object> before) {
    return before.stream().noneMatch(was -> was == held);
  }

  @Override
  public String kind() {
    return "java-logging";
  }

  @Override
  public List<Residue> differences(Saved before, Saved after) {
    List<Residue> found = new ArrayList<>();
    add(found, "listeners", before.listeners().size(), after.listeners().size());
    add(found, "loggers to close", before.closed().size(), after.closed().size());
    add(found, "levels by name", count(before.names()), count(after.names()));
    add(found, "levels by number", count(before.numbers()), count(after.numbers()));
    return found;
  }

  private void add(List<Residue> found, String where, int before, int after) {
    if (before != after) {
      found.add(new Residue(kind(), where, Redacted.value(before), Redacted.value(after), ""));
    }
  }

  private static int count(Map<Object, List<Object>> levels) {
    return levels.values().stream().mapToInt(List::size).sum();
  }

  private static Map<Object, List<Object>> copy(Map<Object, List<Object>> levels) {
    Map<Object, List<Object>> copy = new HashMap<>();
    levels.forEach((key, list) -> copy.put(key, List.copyOf(list)));
    return copy;
  }

  private static void replace(Map<Object, List<Object>> levels, Map<Object, List<Object>> before) {
    if (!copy(levels).equals(before)) {
      levels.clear();
      before.forEach((key, list) -> levels.put(key, new ArrayList<>(list)));
    }
  }

  @SuppressWarnings("unchecked") // Map<Object, Runnable>, by identity
  private static Map<Object, Object> listeners() {
    return (Map<Object, Object>) get(ReflectiveAccess.of(LogManager.getLogManager()), "listeners");
  }

  @SuppressWarnings("unchecked") // List<CloseOnReset>
  private static Collection<Object> closed() {
    return (Collection<Object>)
        get(ReflectiveAccess.of(LogManager.getLogManager()), "closeOnResetLoggers");
  }

  @SuppressWarnings("unchecked") // Map<String or Integer, List<KnownLevel>>
  private static Map<Object, List<Object>> levels(String field) {
    return (Map<Object, List<Object>>) get(ReflectiveAccess.ofClass(levelsOwner()), field);
  }

  private static Class<?> levelsOwner() {
    try {
      return Class.forName(Level.class.getName() + "$KnownLevel");
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException("java.util.logging.Level has changed", e);
    }
  }

  private static Object get(ReflectiveAccess of, String field) {
    try {
      return of.get(field);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("java.util.logging has changed", e);
    }
  }
}
