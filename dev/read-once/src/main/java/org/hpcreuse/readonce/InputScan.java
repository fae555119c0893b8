/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.readonce;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.hpcreuse.readonce.jdk.FieldName;
import org.hpcreuse.readonce.jdk.JdkClassFacts;
import org.hpcreuse.readonce.jdk.JdkImage;
import org.hpcreuse.readonce.jdk.MethodCall;
import org.hpcreuse.readonce.jdk.MethodFacts;
import org.hpcreuse.readonce.jdk.MethodName;

/**
 * Follows the calls of a method down to those that read an input.
 *
 * <p>Calls are followed to the method that their static type names, {@value #DEPTH} calls deep:
 * from there on no class of JDK 17 and 25 is found that the recorder of the tests sees reading a
 * property in its initialiser. Bodies of lambdas and of privileged actions count as called where
 * they are made. Overriding methods are not followed, and neither is reflection.
 */
final class InputScan {
  /** How many calls deep. */
  static final int DEPTH = 4;

  private static final Set<String> ACTIONS =
      Set.of("java/security/PrivilegedAction", "java/security/PrivilegedExceptionAction");

  /**
   * A method is worth another look when it is called with another text.
   *
   * @param text the name that it may ask for; null for none
   */
  private record Visit(MethodFacts method, String text) {}

  private final JdkImage image;

  InputScan(JdkImage image) {
    this.image = image;
  }

  /** What {@code method} reads, as words of {@link InputKind#of}, sorted. */
  Set<String> inputs(MethodFacts method) {
    Set<String> found = new TreeSet<>();
    follow(method, null, DEPTH, found, new HashMap<>());
    return found;
  }

  /** The static fields that {@code method} reads, directly or at most {@code depth} calls below. */
  Set<FieldName> reads(MethodFacts method, int depth) {
    Set<FieldName> found = new HashSet<>();
    collectReads(method, depth, found, new HashMap<>());
    return found;
  }

  private void follow(
      MethodFacts method, String text, int depth, Set<String> found, Map<Visit, Integer> seen) {
    if (!enter(method, text, depth, seen)) {
      return;
    }
    for (MethodCall call : method.calls()) {
      String name = call.text() == null ? text : call.text();
      Optional<InputKind> kind = InputMethods.kindOf(call.method());
      if (kind.isPresent()) {
        found.add(kind.get().of(name));
      } else if (depth > 0 && !InputMethods.isSettled(call.method())) {
        follow(image.resolve(call.method()), name, depth - 1, found, seen);
        follow(privilegedBody(call.method()), name, depth - 1, found, seen);
      }
    }
  }

  private void collectReads(
      MethodFacts method, int depth, Set<FieldName> found, Map<Visit, Integer> seen) {
    if (!enter(method, null, depth, seen)) {
      return;
    }
    found.addAll(method.reads());
    if (depth > 0) {
      for (MethodCall call : method.calls()) {
        collectReads(image.resolve(call.method()), depth - 1, found, seen);
        collectReads(privilegedBody(call.method()), depth - 1, found, seen);
      }
    }
  }

  /** Whether a method is worth following: not yet, or not yet from as high up. */
  private static boolean enter(
      MethodFacts method, String text, int depth, Map<Visit, Integer> seen) {
    Visit visit = new Visit(method, text);
    if (method == null || seen.getOrDefault(visit, -1) >= depth) {
      return false;
    }
    seen.put(visit, depth);
    return true;
  }

  /** What a privileged action does, when {@code method} makes one; else null. */
  private MethodFacts privilegedBody(MethodName method) {
    JdkClassFacts made = method.name().equals("<init>") ? image.find(method.owner()) : null;
    return made != null && made.interfaces().stream().anyMatch(ACTIONS::contains)
        ? made.methods().entrySet().stream()
            .filter(entry -> entry.getKey().startsWith("run()"))
            .filter(entry -> !entry.getKey().equals("run()Ljava/lang/Object;"))
            .map(Map.Entry::getValue)
            .findFirst()
            .orElse(made.methods().get("run()Ljava/lang/Object;"))
        : null;
  }

  /**
   * The methods of the JDK that read what a process is given: all other reading goes through them.
   */
  private static final class InputMethods {
    private static final Set<String> SYSTEM = Set.of("getProperty", "getProperties");
    private static final Set<String> ACTIONS =
        Set.of(
            "sun/security/action/GetPropertyAction",
            "sun/security/action/GetBooleanAction",
            "sun/security/action/GetIntegerAction",
            "sun/security/action/GetLongAction");
    private static final Map<String, Set<String>> SAVED =
        Map.of("jdk/internal/misc/VM", Set.of("getSavedProperty", "getSavedProperties"));
    private static final Map<String, Set<String>> PROPERTY =
        Map.of(
            "java/lang/System", SYSTEM,
            "java/lang/Integer", Set.of("getInteger"),
            "java/lang/Long", Set.of("getLong"),
            "java/lang/Boolean", Set.of("getBoolean"));
    private static final Map<String, Set<String>> LOCALE =
        Map.of(
            "java/util/Locale", Set.of("getDefault"),
            "java/util/TimeZone", Set.of("getDefault", "getDefaultRef"));
    private static final Map<String, Set<String>> PROVIDERS =
        Map.of(
            "sun/security/jca/Providers", Set.of("getProviderList", "getFullProviderList"),
            "java/security/Security", Set.of("getProvider", "getProviders"));

    /** With a layer of modules in place of a loader it finds nothing of a class path. */
    private static final Map<String, Set<String>> CLASS_PATH =
        Map.of("java/util/ServiceLoader", Set.of("load"));

    /** What they read they have read before {@code main()}, for every caller. */
    private static final Map<String, Set<String>> SETTLED =
        Map.of(
            "java/nio/charset/Charset", Set.of("defaultCharset"),
            "java/lang/reflect/AccessibleObject", Set.of("setAccessible", "checkCanSetAccessible"));

    private InputMethods() {}

    /** Whether a method's answer does not change any more: what it calls need not be followed. */
    static boolean isSettled(MethodName method) {
      return has(SETTLED, method);
    }

    /** What sort of input a method reads; empty when it reads none by itself. */
    static Optional<InputKind> kindOf(MethodName method) {
      if (has(PROPERTY, method) || isAction(method)) {
        return Optional.of(InputKind.PROPERTY);
      } else if (has(Map.of("java/security/Security", Set.of("getProperty")), method)) {
        return Optional.of(InputKind.SECURITY_PROPERTY);
      } else if (has(Map.of("java/lang/System", Set.of("getenv")), method)
          || method.owner().equals("java/lang/ProcessEnvironment")) {
        return Optional.of(InputKind.ENVIRONMENT);
      } else if (has(PROVIDERS, method)) {
        return Optional.of(InputKind.PROVIDERS);
      } else if (has(LOCALE, method)) {
        return Optional.of(InputKind.LOCALE);
      } else if (has(CLASS_PATH, method)
          && !method.descriptor().startsWith("(Ljava/lang/ModuleLayer;")) {
        return Optional.of(InputKind.CLASS_PATH);
      }
      return has(SAVED, method) ? Optional.of(InputKind.SAVED_PROPERTY) : Optional.empty();
    }

    private static boolean has(Map<String, Set<String>> methods, MethodName method) {
      return methods.getOrDefault(method.owner(), Set.of()).contains(method.name());
    }

    private static boolean isAction(MethodName method) {
      return ACTIONS.contains(method.owner())
          && (method.name().equals("<init>") || method.name().startsWith("privileged"));
    }
  }
}
