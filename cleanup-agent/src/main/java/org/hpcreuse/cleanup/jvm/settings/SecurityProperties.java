/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm.settings;

import java.security.Security;
import java.util.Map;
import java.util.Properties;
import org.hpcreuse.cleanup.state.LoadedClasses;
import org.hpcreuse.cleanup.state.ReflectiveAccess;
import org.hpcreuse.cleanup.step.Release;
import org.hpcreuse.cleanup.step.Restorable;

/**
 * The properties of java.security.Security.
 *
 * <p>Without it a container that allows weak algorithms, or a longer DNS cache, allows them for
 * all.
 */
public final class SecurityProperties implements Restorable<Map<Object, Object>> {

  @Override
  public Map<Object, Object> capture(LoadedClasses framework) {
    return Map.copyOf(live());
  }

  @Override
  public void restore(Map<Object, Object> before, Release release) {
    Properties live = live();
    live.keySet().retainAll(before.keySet());
    before.forEach(
        (key, value) -> {
          if (!value.equals(live.get(key))) {
            live.put(key, value);
          }
        });
  }

  private static Properties live() {
    try {
      return ReflectiveAccess.ofClass(Security.class).get("props", Properties.class);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("java.security.Security has changed", e);
    }
  }
}
