/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm.registries;

import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Set;
import javax.management.InstanceNotFoundException;
import javax.management.MBeanRegistrationException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.hpcreuse.cleanup.state.LoadedClasses;
import org.hpcreuse.cleanup.state.Residue;
import org.hpcreuse.cleanup.state.Residues;
import org.hpcreuse.cleanup.step.Release;
import org.hpcreuse.cleanup.step.Restorable;

/**
 * The beans registered with the platform's MBean server, except the JVM's own.
 *
 * <p>Without it the next container cannot register under the same name, and monitoring shows a dead
 * container's beans. State: JvmMetrics.
 */
public final class ManagedBeans implements Restorable<Set<ObjectName>> {

  private static final String OF_THE_JVM =
      "jvm-bean: the JVM registers beans of its own when a part of it is first used";

  @Override
  public Set<ObjectName> capture(LoadedClasses framework) {
    return Set.copyOf(ManagementFactory.getPlatformMBeanServer().queryNames(null, null));
  }

  @Override
  public void restore(Set<ObjectName> before, Release release) throws Exception {
    MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    for (ObjectName name : server.queryNames(null, null)) {
      if (!before.contains(name) && !isJvms(name.getDomain())) {
        unregister(server, name);
      }
    }
  }

  @Override
  public List<Residue> differences(Set<ObjectName> before, Set<ObjectName> after) {
    return Residues.of(kind(), name(), before, after).stream()
        .map(found -> isJvms(found.after()) ? Residues.allowed(found, OF_THE_JVM) : found)
        .toList();
  }

  private static boolean isJvms(String domain) {
    return domain.startsWith("java.")
        || domain.startsWith("jdk.")
        || domain.equals("com.sun.management")
        || domain.equals("JMImplementation");
  }

  private static void unregister(MBeanServer server, ObjectName name)
      throws MBeanRegistrationException {
    try {
      server.unregisterMBean(name);
    } catch (InstanceNotFoundException e) {
      // Gone meanwhile: its owner unregistered it.
      return;
    }
  }
}
