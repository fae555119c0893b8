/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.statics;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.ConcurrentModificationException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.hpcreuse.cleanup.state.JdkMemory;
import org.hpcreuse.cleanup.state.LoadedClasses;
import org.hpcreuse.cleanup.state.Residue;
import org.hpcreuse.cleanup.state.ResidueSource;

/**
 * The static fields of all classes of the JDK: what they hold, and what the arrays, collections,
 * maps and atomic references hold that they refer to. Nothing is put back here. It tells of changes
 * that no step knows of.
 *
 * <p>Classes that each container initialises again are left out: the audit has a kind for them. The
 * rules are in {@code jdk-statics.txt}.
 *
 * <p>It keeps numbers, not objects, so that nothing lives longer because of it: values of
 * primitives and of immutable objects, identities of the others. A class that was first used in a
 * container is known from the look after it.
 *
 * <p>Not thread-safe; used between containers.
 */
public final class JdkStatics implements ResidueSource {
  private static final String RULES = "jdk-statics.txt";

  /** In the rules, in place of a field. */
  private static final String ALL = ".*";

  /** In the rules, in place of class and field. */
  private static final String OF_PACKAGE = ".**";

  private static final Method FIELDS = fields();

  private final Supplier<Class<?>[]> loaded;
  private final Map<Class<?>, Statics> known = new HashMap<>();
  private final Map<Class<?>, Boolean> holders = new HashMap<>();
  private final Set<String> initializedAgain;
  private final String unreviewed;
  private final Map<String, String> rules = rules();

  /**
   * What they are now.
   *
   * @param loaded gives the classes that the JVM has loaded
   * @param initializedAgain names of those that each container initialises again
   * @param unreviewed rule of a field that no other rule names; empty when none allows it
   */
  public JdkStatics(Supplier<Class<?>[]> loaded, Set<String> initializedAgain, String unreviewed) {
    this.unreviewed = unreviewed;
    this.loaded = loaded;
    this.initializedAgain = initializedAgain;
    residue();
  }

  /** Each field that may change, by class and name, with the rule that allows it. */
  static Map<String, String> rules() {
    Map<String, String> rules = new HashMap<>();
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                JdkStatics.class.getResourceAsStream(RULES), StandardCharsets.UTF_8))) {
      String rule = "";
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith("[")) {
          rule = line.substring(1).replace("]", ":");
        } else if (!line.startsWith("#") && !line.isBlank()) {
          rules.put(line, rule);
        }
      }
      return rules;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private record Statics(List<Place> places, List<Long> before) {}

  private record Place(String name, long offset, Class<?> type) {}

  private static Method fields() {
    try {
      Method method = Class.class.getDeclaredMethod("getDeclaredFields0", boolean.class);
      method.setAccessible(true);
      return method;
    } catch (NoSuchMethodException e) {
      throw new IllegalStateException("java.lang.Class has changed", e);
    }
  }

  @Override
  public List<Residue> residue() {
    List<Residue> found = new ArrayList<>();
    for (Class<?> type : loaded.get()) {
      if (isLookedAt(type)) {
        Statics statics = known.get(type);
        if (statics == null) {
          List<Place> places = places(type);
          known.put(type, new Statics(places, look(type, places)));
        } else {
          compare(type, statics, found);
        }
      }
    }
    return found;
  }

  private void compare(Class<?> type, Statics statics, List<Residue> found) {
    List<Long> now = look(type, statics.places());
    for (int i = 0; i < now.size(); i++) {
      if (!now.get(i).equals(statics.before().get(i))) {
        String where = type.getName() + "." + statics.places().get(i).name();
        found.add(new Residue("jdk-static", where, "", "changed", rule(type, where)));
      }
    }
  }

  private String rule(Class<?> type, String where) {
    return Stream.of(where, type.getName() + ALL, type.getPackageName() + OF_PACKAGE)
        .filter(rules::containsKey)
        .map(rules::get)
        .findFirst()
        .orElse(unreviewed);
  }

  private boolean isLookedAt(Class<?> type) {
    return type.getModule().getLayer() == ModuleLayer.boot()
        && !type.isArray()
        && !type.isHidden()
        && !type.isPrimitive()
        && LoadedClasses.isInitialized(type)
        && !initializedAgain.contains(type.getName());
  }

  private static List<Place> places(Class<?> type) {
    List<Place> places = new ArrayList<>();
    for (Field field : declared(type)) {
      if (Modifier.isStatic(field.getModifiers())) {
        places.add(new Place(field.getName(), JdkMemory.staticOffset(field), field.getType()));
      }
    }
    return List.copyOf(places);
  }

  /** All that it declares: reflection hides some of those of java.lang. */
  static Field[] declared(Class<?> type) {
    try {
      return (Field[]) FIELDS.invoke(type, false);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(type + " does not tell its fields", e);
    }
  }

  private List<Long> look(Class<?> type, List<Place> places) {
    return places.stream()
        .map(
            place ->
                place.type().isPrimitive()
                    ? JdkMemory.bits(type, place.offset(), bytes(place.type()))
                    : value(JdkMemory.reference(type, place.offset())))
        .toList();
  }

  private static int bytes(Class<?> primitive) {
    return switch (primitive.getName()) {
      case "boolean", "byte" -> Byte.BYTES;
      case "char", "short" -> Short.BYTES;
      case "int", "float" -> Integer.BYTES;
      default -> Long.BYTES;
    };
  }

  private long value(Object object) {
    if (object == null) {
      return 0;
    }
    long own = ComparedValue.hash(object);
    return mayHold(object.getClass()) ? own << Integer.SIZE | content(object) : own;
  }

  /** A class of a container must not be kept here. */
  private boolean mayHold(Class<?> type) {
    return type.getClassLoader() == null && mayHoldAsJdks(type);
  }

  private boolean mayHoldAsJdks(Class<?> type) {
    return holders.computeIfAbsent(
        type,
        t ->
            t.isArray()
                || t.getPackageName().equals("java.util")
                || t.getPackageName().startsWith("java.util.concurrent"));
  }

  private static long content(Object object) {
    if (object.getClass().getComponentType() != null
        && object.getClass().getComponentType().isPrimitive()) {
      return Integer.toUnsignedLong(Arrays.deepHashCode(new Object[] {object}));
    }
    Object bare = MutableHolders.unwrap(object);
    if (bare.getClass().getClassLoader() != null) {
      return 0; // its own code would run
    }
    Optional<MutableHolder> holder = MutableHolders.of(bare);
    if (holder.isEmpty()) {
      return 0;
    }
    Object[] content = read(holder.get());
    int hash = 1;
    for (int i = 0; i < content.length; i++) {
      int one = ComparedValue.hash(content[i]);
      hash =
          holder.get().isOrdered() ? 31 * hash + one : hash + one * (i % holder.get().stride() + 1);
    }
    return Integer.toUnsignedLong(hash);
  }

  private static Object[] read(MutableHolder holder) {
    try {
      return holder.readSteadily();
    } catch (ConcurrentModificationException e) {
      return new Object[0];
    }
  }
}
