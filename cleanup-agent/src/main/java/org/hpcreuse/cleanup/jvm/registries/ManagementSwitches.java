/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm.registries;

import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.VMOption;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.PlatformManagedObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.hpcreuse.cleanup.state.LoadedClasses;
import org.hpcreuse.cleanup.state.ReflectiveAccess;
import org.hpcreuse.cleanup.step.Release;
import org.hpcreuse.cleanup.step.Restorable;

/**
 * What the JVM's management beans let one set: manageable flags, thresholds of memory pools,
 * listeners for collections.
 *
 * <p>Without it a listener of this container is called at the next one's collections, and keeps the
 * loader; a heap dump on error goes to this one's directory.
 */
public final class ManagementSwitches implements Restorable<Map<String, Object>> {
  private static final String FLAG = "flag ";
  private static final String USAGE = "usage threshold of ";
  private static final String COLLECTION = "collection threshold of ";
  private static final String LISTENERS = "listeners of ";

  /** Asking for all flags takes milliseconds, for those that can be written microseconds. */
  private static final List<String> WRITEABLE =
      flags().getDiagnosticOptions().stream()
          .filter(VMOption::isWriteable)
          .map(VMOption::getName)
          .toList();

  @Override
  public String kind() {
    return "management";
  }

  @Override
  public Map<String, Object> capture(LoadedClasses framework) {
    Map<String, Object> values = new LinkedHashMap<>();
    for (String name : WRITEABLE) {
      values.put(FLAG + name, flags().getVMOption(name).getValue());
    }
    for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
      if (pool.isUsageThresholdSupported()) {
        values.put(USAGE + pool.getName(), pool.getUsageThreshold());
      }
      if (pool.isCollectionUsageThresholdSupported()) {
        values.put(COLLECTION + pool.getName(), pool.getCollectionUsageThreshold());
      }
    }
    emitters().forEach((name, bean) -> values.put(LISTENERS + name, listeners(bean)));
    return values;
  }

  @Override
  public void restore(Map<String, Object> before, Release release)
      throws ReflectiveOperationException {
    Map<String, Object> now = capture(release.framework());
    for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
      if (isChanged(USAGE + pool.getName(), before, now)) {
        pool.setUsageThreshold((Long) before.get(USAGE + pool.getName()));
      }
      if (isChanged(COLLECTION + pool.getName(), before, now)) {
        pool.setCollectionUsageThreshold((Long) before.get(COLLECTION + pool.getName()));
      }
    }
    for (String name : now.keySet()) {
      if (name.startsWith(FLAG) && isChanged(name, before, now)) {
        flags().setVMOption(name.substring(FLAG.length()), (String) before.get(name));
      }
    }
    for (Map.Entry<String, PlatformManagedObject> bean : emitters().entrySet()) {
      if (isChanged(LISTENERS + bean.getKey(), before, now)) {
        Object list = before.get(LISTENERS + bean.getKey());
        ReflectiveAccess.of(bean.getValue()).set("listenerList", new ArrayList<>((List<?>) list));
      }
    }
  }

  private static boolean isChanged(
      String name, Map<String, Object> before, Map<String, Object> now) {
    return before.containsKey(name) && !before.get(name).equals(now.get(name));
  }

  private static HotSpotDiagnosticMXBean flags() {
    return ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
  }

  private static Map<String, PlatformManagedObject> emitters() {
    Map<String, PlatformManagedObject> beans = new LinkedHashMap<>();
    beans.put("memory", ManagementFactory.getMemoryMXBean());
    ManagementFactory.getGarbageCollectorMXBeans().forEach(bean -> beans.put(bean.getName(), bean));
    return beans;
  }

  private static List<?> listeners(Object bean) {
    try {
      List<?> listeners = (List<?>) ReflectiveAccess.of(bean).get("listenerList");
      return List.copyOf(listeners);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("sun.management.NotificationEmitterSupport has changed", e);
    }
  }
}
