/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm.settings;

import java.util.TimeZone;
import org.hpcreuse.cleanup.state.LoadedClasses;
import org.hpcreuse.cleanup.state.ReflectiveAccess;
import org.hpcreuse.cleanup.step.Release;
import org.hpcreuse.cleanup.step.Restorable;

/**
 * Forgets the default time zone: the JDK works it out again from user.timezone and the environment
 * when the next container asks.
 *
 * <p>Without it timestamps of the next container are in this one's zone.
 */
public final class DefaultTimeZone implements Restorable<String> {
  private static final String PROPERTY = "user.timezone";

  /** The zone that anyone would get now. Asking sets a field and a property: both are put back. */
  @Override
  public String capture(LoadedClasses framework) {
    try {
      ReflectiveAccess statics = ReflectiveAccess.ofClass(TimeZone.class);
      Object zone = statics.get("defaultTimeZone");
      String property = System.getProperty(PROPERTY);
      String id = TimeZone.getDefault().getID();
      statics.set("defaultTimeZone", zone);
      if (property == null) {
        System.clearProperty(PROPERTY);
      } else {
        System.setProperty(PROPERTY, property);
      }
      return id;
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("java.util.TimeZone has changed", e);
    }
  }

  @Override
  public void restore(String before, Release release) {
    TimeZone.setDefault(null);
  }
}
