/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.readonce;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.hpcreuse.readonce.jdk.MethodName;

/**
 * The methods of the JDK that read what a process is given: all other reading goes through them.
 */
final class InputMethods {
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
