/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.nodemanager;

import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerLaunchContext;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.Container;

/**
 * YARN's container as far as an executor asks it; any other question is an error. YARN's own needs
 * a whole NodeManager.
 */
final class FakeContainer {
  private final ContainerId id;
  private final List<Object> events = new CopyOnWriteArrayList<>();
  private final Container container;

  FakeContainer(ContainerId id) {
    this.id = id;
    this.container =
        (Container)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {Container.class},
                (proxy, method, arguments) -> answer(method.getName(), arguments));
  }

  private Object answer(String method, Object[] arguments) {
    return switch (method) {
      case "getContainerId" -> id;
      case "getResource" -> Resource.newInstance(256, 1);
      case "isRetryContextSet" -> false;
      case "getLaunchContext" ->
          ContainerLaunchContext.newInstance(Map.of(), Map.of(), List.of(), null, null, null);
      case "handle" -> {
        events.add(arguments[0]);
        yield null;
      }
      case "toString" -> id.toString();
      default -> throw new UnsupportedOperationException(method);
    };
  }

  Container container() {
    return container;
  }

  /** What the executor has told YARN. */
  List<Object> events() {
    return events;
  }
}
