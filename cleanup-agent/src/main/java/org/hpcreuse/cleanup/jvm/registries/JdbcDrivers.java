/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm.registries;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.net.URLConnection;
import java.nio.charset.StandardCharsets;
import java.sql.Driver;
import java.sql.DriverManager;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.hpcreuse.cleanup.state.LoadedClasses;
import org.hpcreuse.cleanup.state.ReflectiveAccess;
import org.hpcreuse.cleanup.step.Release;
import org.hpcreuse.cleanup.step.Restorable;

/**
 * Drops the JDBC drivers of the container's classes, and registers those of the framework again
 * that the container has taken out: their initialisers, which did it, run once.
 *
 * <p>Without it DriverManager keeps the container's loader, and the next container lacks a driver.
 */
public final class JdbcDrivers implements Restorable<List<String>> {
  private static final String LISTS = "META-INF/services/java.sql.Driver";

  /** Names of the drivers that the framework's jars list. */
  @Override
  public List<String> capture(LoadedClasses framework) {
    try {
      List<String> names = new ArrayList<>();
      for (URL list : Collections.list(framework.loader().getResources(LISTS))) {
        URLConnection connection = list.openConnection();
        connection.setUseCaches(false);
        try (InputStream in = connection.getInputStream()) {
          new String(in.readAllBytes(), StandardCharsets.UTF_8)
              .lines()
              .map(line -> line.replaceFirst("#.*", "").strip())
              .filter(line -> !line.isEmpty())
              .forEach(names::add);
        }
      }
      return List.copyOf(names);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void restore(List<String> listed, Release release) throws Exception {
    Collection<?> registered =
        ReflectiveAccess.ofClass(DriverManager.class).get("registeredDrivers", Collection.class);
    for (Object driver : List.copyOf(registered)) {
      if (release.belongsToContainer(driver(driver))) {
        registered.remove(driver);
      }
    }
    Set<String> there = new HashSet<>();
    for (Object driver : registered) {
      there.add(driver(driver).getClass().getName());
    }
    for (String name : listed) {
      Optional<Class<?>> used = release.framework().find(name);
      if (used.isPresent() && !there.contains(name)) {
        DriverManager.registerDriver((Driver) used.get().getConstructor().newInstance());
      }
    }
  }

  private static Object driver(Object registered) throws ReflectiveOperationException {
    return ReflectiveAccess.of(registered).get("driver");
  }
}
