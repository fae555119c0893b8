/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm.settings;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.hpcreuse.cleanup.state.LoadedClasses;
import org.hpcreuse.cleanup.state.Residue;
import org.hpcreuse.cleanup.state.Residues;
import org.hpcreuse.cleanup.step.Release;
import org.hpcreuse.cleanup.step.Restorable;

/**
 * The system properties: the object itself and what is in it.
 *
 * <p>Without it the next container sees this one's -D options and whatever it set. A container may
 * have put in another Properties object; values are changed one by one since the slot's own threads
 * read them meanwhile.
 */
public final class SystemProperties implements Restorable<SystemProperties.Saved> {

  @Override
  public SystemProperties.Saved capture(LoadedClasses framework) {
    Properties live = System.getProperties();
    return new Saved(live, Map.copyOf(live));
  }

  @Override
  public void restore(SystemProperties.Saved before, Release release) {
    restore(before);
  }

  public void restore(SystemProperties.Saved before) {
    System.setProperties(before.object());
    Properties live = before.object();
    live.keySet().retainAll(before.values().keySet());
    before
        .values()
        .forEach(
            (key, value) -> {
              if (!value.equals(live.get(key))) {
                live.put(key, value);
              }
            });
  }

  @Override
  public String kind() {
    return "property";
  }

  @Override
  public List<Residue> differences(SystemProperties.Saved before, SystemProperties.Saved after) {
    List<Residue> found =
        new ArrayList<>(Residues.of(kind(), name(), before.values(), after.values()));
    if (System.identityHashCode(before.object()) != System.identityHashCode(after.object())) {
      found.add(new Residue(kind(), "System.getProperties()", "", "another object", ""));
    }
    return found;
  }

  public record Saved(Properties object, Map<Object, Object> values) {}
}
