/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm.settings;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.hpcreuse.cleanup.state.LoadedClasses;
import org.hpcreuse.cleanup.state.ReflectiveAccess;
import org.hpcreuse.cleanup.step.Release;
import org.hpcreuse.cleanup.step.Restorable;

/**
 * Static fields of the JDK that its public static setters set, for the whole process and often once
 * only. The list is what a walk through java.base, java.logging, java.sql, java.naming, java.rmi,
 * java.management and java.security.jgss found and no other step cares for; docs/no-trace.md has it
 * with reasons. Those of classes that {@code ReadOnceState} has initialised again are not on it.
 *
 * <p>Without it the next container trusts this one's certificates, resolves names through its
 * factories, gets its sockets, or fails when it sets a factory of its own.
 */
public final class JdkDefaults implements Restorable<Map<String, Object>> {
  /** Class and field; a class of a module that the JVM does not have is passed over. */
  private static final List<String> FIELDS =
      List.of(
          "java.net.Socket.factory",
          "java.net.ServerSocket.factory",
          "java.net.DatagramSocket.factory",
          "java.net.URLConnection.defaultAllowUserInteraction",
          "java.net.URLConnection.defaultUseCaches",
          "java.net.URLConnection.defaultCaching",
          "java.net.URLConnection.factory",
          "java.net.URLConnection.fileNameMap",
          "java.net.HttpURLConnection.followRedirects",
          "javax.net.ssl.SSLContext.defaultContext",
          "java.sql.DriverManager.loginTimeout",
          "java.sql.DriverManager.logWriter",
          "java.sql.DriverManager.logStream",
          "java.rmi.server.RMISocketFactory.factory",
          "java.rmi.server.RMISocketFactory.handler",
          "java.rmi.server.LogStream.defaultStream",
          "javax.management.MBeanServerFactory.mBeanServerList",
          "javax.security.auth.login.Configuration.configuration");

  /** A constant from JDK 18 on. */
  private static final String CHARSET = "java.nio.charset.Charset.defaultCharset";

  /** JDK 24 has taken it out, with the security manager. */
  private static final String POLICY = "java.security.Policy.policyInfo";

  private static List<String> fields() {
    List<String> fields = new ArrayList<>(FIELDS);
    if (Runtime.version().feature() < 18) {
      fields.add(CHARSET);
    }
    if (Runtime.version().feature() < 24) {
      fields.add(POLICY);
    }
    return fields;
  }

  @Override
  public String kind() {
    return "jdk-static";
  }

  @Override
  public Map<String, Object> capture(LoadedClasses framework) {
    Map<String, Object> values = new LinkedHashMap<>();
    fields().forEach(field -> read(field).ifPresent(value -> values.put(field, copy(value))));
    return values;
  }

  @Override
  public void restore(Map<String, Object> before, Release release)
      throws ReflectiveOperationException {
    for (Map.Entry<String, Object> entry : before.entrySet()) {
      restore(entry.getKey(), entry.getValue());
    }
  }

  /** The value, wrapped since it may be null; empty when this JVM has no such class. */
  private static Optional<Optional<Object>> read(String field) {
    try {
      return Optional.of(Optional.ofNullable(owner(field).get(name(field))));
    } catch (ClassNotFoundException e) {
      return Optional.empty();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("this JDK keeps " + field + " elsewhere", e);
    }
  }

  /** What is changed in place is copied. */
  private static Object copy(Optional<Object> value) {
    Object content = value.orElse(null);
    if (content instanceof Map<?, ?> map) {
      return Map.copyOf(map);
    } else if (content instanceof Collection<?> collection) {
      return List.copyOf(collection);
    } else if (content instanceof AtomicBoolean flag) {
      return flag.get();
    }
    return value;
  }

  @SuppressWarnings("unchecked") // what was in the map before
  private static void restore(String field, Object before) throws ReflectiveOperationException {
    Object now = owner(field).get(name(field));
    if (now instanceof Map<?, ?> map) {
      map.keySet().retainAll(((Map<?, ?>) before).keySet());
      ((Map<Object, Object>) map).putAll((Map<Object, Object>) before);
    } else if (now instanceof Collection<?> collection) {
      collection.retainAll((Collection<?>) before);
    } else if (now instanceof AtomicBoolean flag) {
      flag.set((Boolean) before);
    } else {
      Object value = ((Optional<?>) before).orElse(null);
      if (!Objects.equals(value, now)) {
        owner(field).set(name(field), value);
      }
    }
  }

  private static ReflectiveAccess owner(String field) throws ClassNotFoundException {
    return ReflectiveAccess.ofClass(
        Class.forName(
            field.substring(0, field.lastIndexOf('.')),
            true,
            ClassLoader.getPlatformClassLoader()));
  }

  private static String name(String field) {
    return field.substring(field.lastIndexOf('.') + 1);
  }
}
