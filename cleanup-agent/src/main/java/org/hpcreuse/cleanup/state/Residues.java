/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.state;

import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Compares two captures of one piece of state: maps by key, sets by element, records by component,
 * all else as a whole. What is compared has been captured; nothing of it changes meanwhile.
 */
public final class Residues {
  private final String kind;
  private final List<Residue> found = new ArrayList<>();

  private Residues(String kind) {
    this.kind = kind;
  }

  /**
   * The differences; {@code where} names the whole, parts are named by themselves.
   *
   * @param before what was captured first; may be null
   * @param after what is there now; may be null
   */
  public static List<Residue> of(String kind, String where, Object before, Object after) {
    Residues residues = new Residues(kind);
    residues.compare(where, before, after);
    return residues.found;
  }

  /**
   * The same difference, allowed by a rule.
   *
   * @param rule its name, a colon, and the reason
   */
  public static Residue allowed(Residue found, String rule) {
    return new Residue(found.kind(), found.where(), found.before(), found.after(), rule);
  }

  private void compare(String where, Object before, Object after) {
    if (before == after || (before != null && before.equals(after))) {
      return;
    }
    if (before instanceof Map<?, ?> old && after instanceof Map<?, ?> now) {
      maps(old, now);
    } else if (before instanceof Set<?> old && after instanceof Set<?> now) {
      sets(where, old, now);
    } else if (before instanceof Record && after != null && before.getClass() == after.getClass()) {
      records(before, after);
    } else {
      add(where, Redacted.value(before), Redacted.value(after));
    }
  }

  private void maps(Map<?, ?> before, Map<?, ?> after) {
    Set<Object> keys = new LinkedHashSet<>(before.keySet());
    keys.addAll(after.keySet());
    for (Object key : keys) {
      String name = key instanceof String text ? Redacted.name(text) : Redacted.value(key);
      if (!after.containsKey(key)) {
        add(name, Redacted.value(before.get(key)), "");
      } else if (!before.containsKey(key)) {
        add(name, "", Redacted.value(after.get(key)));
      } else {
        compare(name, before.get(key), after.get(key));
      }
    }
  }

  private void sets(String where, Set<?> before, Set<?> after) {
    before.stream()
        .filter(element -> !after.contains(element))
        .forEach(element -> add(where, Redacted.value(element), ""));
    after.stream()
        .filter(element -> !before.contains(element))
        .forEach(element -> add(where, "", Redacted.value(element)));
  }

  private void records(Object before, Object after) {
    for (RecordComponent component : before.getClass().getRecordComponents()) {
      try {
        component.getAccessor().setAccessible(true);
        compare(
            component.getName(),
            component.getAccessor().invoke(before),
            component.getAccessor().invoke(after));
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException("cannot read " + component, e);
      }
    }
  }

  private void add(String where, String before, String after) {
    found.add(new Residue(kind, where, before, after, ""));
  }
}
