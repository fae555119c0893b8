/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm.registries;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.hpcreuse.cleanup.state.LoadedClasses;
import org.hpcreuse.cleanup.state.ReflectiveAccess;
import org.hpcreuse.cleanup.step.Release;
import org.hpcreuse.cleanup.step.Restorable;

/**
 * Who listens to the beans that stay registered with the platform's MBean server: its own delegate,
 * diagnostic commands, the flight recorder. {@link ManagementSwitches} cares for those that only
 * ManagementFactory gives.
 *
 * <p>Without it this container's listener is called when the next one registers a bean, and keeps
 * its loader.
 */
public final class BeanListeners implements Restorable<Map<ObjectName, List<Object>>> {
  private static final String LISTENERS = "listenerList";

  /** By which fields beans refer to who tells their listeners. */
  private static final List<String> TELLERS = List.of("broadcaster", "emitter");

  @Override
  public Map<ObjectName, List<Object>> capture(LoadedClasses framework) {
    Map<ObjectName, List<Object>> found = new LinkedHashMap<>();
    for (ObjectName name : server().queryNames(null, null)) {
      teller(name).ifPresent(teller -> found.put(name, List.copyOf(listeners(teller))));
    }
    return found;
  }

  @Override
  public void restore(Map<ObjectName, List<Object>> before, Release release)
      throws ReflectiveOperationException {
    for (Map.Entry<ObjectName, List<Object>> now : capture(release.framework()).entrySet()) {
      List<Object> wanted = before.getOrDefault(now.getKey(), List.of());
      if (!wanted.equals(now.getValue())) {
        Optional<ReflectiveAccess> teller = teller(now.getKey());
        if (teller.isPresent()) {
          set(teller.get(), wanted);
        }
      }
    }
  }

  private static void set(ReflectiveAccess teller, List<Object> wanted)
      throws ReflectiveOperationException {
    List<Object> listeners = listeners(teller);
    listeners.clear();
    listeners.addAll(wanted);
  }

  private static MBeanServer server() {
    return ManagementFactory.getPlatformMBeanServer();
  }

  /** The object that keeps the listeners of a bean, if it has any to keep; of the JDK's own. */
  private static Optional<ReflectiveAccess> teller(ObjectName name) {
    try {
      Object bean =
          ReflectiveAccess.of(server())
              .in("mbsInterceptor")
              .in("repository")
              .call("retrieve", new Class<?>[] {ObjectName.class}, name);
      return bean == null ? Optional.empty() : teller(bean);
    } catch (Exception e) {
      throw new IllegalStateException("the platform's MBean server has changed", e);
    }
  }

  private static Optional<ReflectiveAccess> teller(Object registered) {
    List<Object> candidates = new ArrayList<>(List.of(registered));
    field(registered, "resource").ifPresent(candidates::add);
    for (String name : TELLERS) {
      List.copyOf(candidates).forEach(bean -> field(bean, name).ifPresent(candidates::add));
    }
    return candidates.stream()
        .filter(bean -> bean.getClass().getClassLoader() == null)
        .filter(bean -> field(bean, LISTENERS).isPresent())
        .map(ReflectiveAccess::of)
        .findFirst();
  }

  private static Optional<Object> field(Object bean, String name) {
    try {
      return bean.getClass().getClassLoader() == null
          ? Optional.ofNullable(ReflectiveAccess.of(bean).get(name))
          : Optional.empty();
    } catch (ReflectiveOperationException | RuntimeException none) {
      // Beans differ; a field of a package that is not open is none of those that are looked for.
      return Optional.empty();
    }
  }

  @SuppressWarnings("unchecked") // of ListenerInfo
  private static List<Object> listeners(ReflectiveAccess teller) {
    try {
      return (List<Object>) teller.get(LISTENERS);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }
}
