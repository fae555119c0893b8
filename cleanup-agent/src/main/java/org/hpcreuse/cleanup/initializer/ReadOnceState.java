/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.initializer;

import java.util.List;
import org.hpcreuse.cleanup.boot.ReadOnce;
import org.hpcreuse.cleanup.state.LoadedClasses;
import org.hpcreuse.cleanup.state.Residue;
import org.hpcreuse.cleanup.step.Release;
import org.hpcreuse.cleanup.step.Restorable;

/**
 * What classes of the JDK have read once: forgotten, so that the next container's first use reads
 * its own. It is done after a container, when nothing else of the JDK needs what it has set, and
 * once more before the next one, since the slot itself has used the JDK meanwhile.
 *
 * <p>Without it the next container presents this one's TLS key, or trusts its certificates.
 */
public final class ReadOnceState implements Restorable<List<String>> {
  /**
   * Initialises what must not read a container's settings, and remembers the slot's own. Called
   * once, before the first container.
   *
   * @throws ReflectiveOperationException when the JDK does not have a class of its list
   */
  public static void begin() throws ReflectiveOperationException {
    ReadOnceTable table =
        ReadOnceTable.ofThisJdk()
            .orElseThrow(() -> new IllegalStateException(ReadOnceTable.notReviewed()));
    for (String name : table.all(ReadOnceTable.Verdict.FIXED)) {
      Class.forName(name.replace('/', '.'), true, ClassLoader.getPlatformClassLoader());
    }
    ReadOnce.noteOwnInputs(table.all(ReadOnceTable.Verdict.COSTS));
    forget();
  }

  /**
   * Has every class forget what it has read.
   *
   * @throws IllegalStateException naming the classes that cannot
   */
  public static void forget() {
    List<String> kept = ReadOnce.forget();
    if (!kept.isEmpty()) {
      throw new IllegalStateException(
          "read once, and not to be read again: " + String.join(", ", kept));
    }
  }

  @Override
  public String kind() {
    return "read-once";
  }

  @Override
  public List<String> capture(LoadedClasses framework) {
    return ReadOnce.containers();
  }

  @Override
  public void restore(List<String> before, Release release) {
    forget();
  }

  @Override
  public List<Residue> differences(List<String> before, List<String> after) {
    return after.stream()
        .filter(name -> !before.contains(name))
        .map(name -> new Residue(kind(), name, "not initialised", "as a container has left it", ""))
        .toList();
  }
}
