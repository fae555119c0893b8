/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.hadoop;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLConnection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.hpcreuse.cleanup.jvm.settings.SystemProperties;
import org.hpcreuse.cleanup.statics.StaticState;
import org.hpcreuse.cleanup.step.Release;
import org.hpcreuse.cleanup.step.ReleaseStep;
import org.objectweb.asm.ClassReader;

/**
 * Ends the slot when a class of the framework, which this container was the first to use, names a
 * system property that the container has changed: what the class has read stays in it.
 *
 * <p>Without it the next container has this one's option, such as {@code jute.maxbuffer}.
 */
public final class LateOptions implements ReleaseStep {
  /** Each container has its own value of these. */
  private static final Set<String> CONTAINERS_OWN =
      Set.of(
          "java.class.path", "java.io.tmpdir", "java.library.path", "sun.java.command", "user.dir");

  /** Source: JVM specification, table 4.4-A. */
  private static final int STRING_TAG = 8;

  @Override
  public void run(Release release) throws IOException {
    List<StaticState.Late> late = release.baseline().statics().takeLate();
    if (late.isEmpty()) {
      return;
    }
    Set<String> changed = changed(release.baseline().before(new SystemProperties()).values());
    if (changed.isEmpty()) {
      return;
    }
    for (StaticState.Late each : late) {
      Set<String> named = strings(each.type());
      named.retainAll(changed);
      named.retainAll(each.properties());
      if (!named.isEmpty()) {
        throw new IllegalStateException(
            each.type().getName() + " may have read the container's value of " + named);
      }
    }
  }

  private static Set<String> changed(Map<Object, Object> before) {
    Map<Object, Object> now = Map.copyOf(System.getProperties());
    Set<Object> names = new HashSet<>(now.keySet());
    names.addAll(before.keySet());
    Set<String> changed = new HashSet<>();
    for (Object name : names) {
      if (name instanceof String text && !Objects.equals(now.get(name), before.get(name))) {
        changed.add(text);
      }
    }
    changed.removeAll(CONTAINERS_OWN);
    return changed;
  }

  /** The texts in a class's code; none when the class is from no file. */
  private static Set<String> strings(Class<?> type) throws IOException {
    Set<String> strings = new HashSet<>();
    String file = type.getName().replace('.', '/') + ".class";
    URL url = type.getClassLoader().getResource(file);
    if (url == null) {
      return strings;
    }
    URLConnection connection = url.openConnection();
    connection.setUseCaches(false);
    try (InputStream in = connection.getInputStream()) {
      ClassReader reader = new ClassReader(in);
      char[] buffer = new char[reader.getMaxStringLength()];
      for (int i = 1; i < reader.getItemCount(); i++) {
        int item = reader.getItem(i);
        if (item > 0 && reader.readByte(item - 1) == STRING_TAG) {
          strings.add(reader.readUTF8(item, buffer));
        }
      }
    }
    return strings;
  }
}
