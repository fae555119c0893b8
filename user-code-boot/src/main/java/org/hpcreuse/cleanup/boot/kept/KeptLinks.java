/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.boot.kept;

import java.lang.invoke.CallSite;
import java.lang.invoke.ConstantCallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/**
 * What code of loaders that a user's classes have made is linked to where it uses static fields.
 * Only at run time it is known which class a name means there: a kept one, or one of that loader.
 * Such code lives no longer than its container, so a call site is linked once.
 */
public final class KeptLinks {
  private KeptLinks() {}

  /**
   * Links what comes before the use of a static field: the class that declares the field is
   * initialised, if it is a kept one.
   *
   * @param type of no arguments and no result
   * @param named the class by which the code names the field
   * @param descriptor that of the field
   */
  public static CallSite use(
      MethodHandles.Lookup caller,
      String method,
      MethodType type,
      Class<?> named,
      String field,
      String descriptor) {
    Class<?> owner = KeptClasses.declaring(named, field, descriptor);
    MethodHandle use = owner == null ? null : KeptClasses.useOf(owner);
    return new ConstantCallSite(use == null ? MethodHandles.empty(type) : use);
  }

  /**
   * Links what comes after a static field was read. The JVM's compilers may have taken what the
   * field of an interface was before its initialiser for its value.
   *
   * @param type from what the code has read to what the field has
   * @param named the class by which the code names the field
   * @param descriptor that of the field
   */
  public static CallSite value(
      MethodHandles.Lookup caller,
      String method,
      MethodType type,
      Class<?> named,
      String field,
      String descriptor) {
    MethodHandle getter = getter(named, field, descriptor);
    return new ConstantCallSite(
        getter == null
            ? MethodHandles.identity(type.returnType())
            : MethodHandles.dropArguments(
                getter.asType(MethodType.methodType(type.returnType())), 0, type.parameterType(0)));
  }

  private static MethodHandle getter(Class<?> named, String field, String descriptor) {
    Class<?> owner = KeptClasses.declaring(named, field, descriptor);
    return owner == null ? null : KeptClasses.getterOf(owner, field, descriptor);
  }

  /**
   * Links a call of kept code whose own bootstrap method may compute something of a container: each
   * container calls that method.
   *
   * @param bootstrap the code's own
   * @param arguments its static ones
   */
  public static CallSite again(
      MethodHandles.Lookup caller,
      String method,
      MethodType type,
      MethodHandle bootstrap,
      Object... arguments) {
    KeptCallSite site = new KeptCallSite(caller, method, type, bootstrap, arguments);
    KeptLoader loader = KeptLoader.of(caller.lookupClass());
    if (loader != null) {
      loader.callSites().add(site);
    }
    return site;
  }

  /**
   * The same as {@link #use(MethodHandles.Lookup, String, MethodType, Class, String, String)} for
   * class files before Java 7, which cannot be linked.
   *
   * @param named binary name
   */
  public static void use(
      MethodHandles.Lookup caller, String named, String field, String descriptor) {
    Class<?> owner = KeptClasses.declaring(find(caller, named), field, descriptor);
    if (owner != null) {
      KeptClasses.used(owner);
    }
  }

  /**
   * The same as {@link #value(MethodHandles.Lookup, String, MethodType, Class, String, String)} for
   * class files before Java 7.
   *
   * @param read what the code has read
   * @param named binary name
   */
  public static Object value(
      Object read, MethodHandles.Lookup caller, String named, String field, String descriptor) {
    MethodHandle getter = getter(find(caller, named), field, descriptor);
    try {
      return getter == null ? read : getter.invoke();
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(named + "." + field, e);
    }
  }

  private static Class<?> find(MethodHandles.Lookup caller, String named) {
    try {
      return Class.forName(named, false, caller.lookupClass().getClassLoader());
    } catch (ClassNotFoundException e) {
      throw (Error) new NoClassDefFoundError(named).initCause(e);
    }
  }

  /** At the head of an initialiser: the JVM initialises the superclass first. */
  public static void superclass(MethodHandles.Lookup caller) {
    KeptClasses.used(caller.lookupClass().getSuperclass());
  }

  /**
   * Links what comes first in a static method of a class without initialiser: its superclass is
   * initialised.
   *
   * @param type of no arguments and no result
   */
  public static CallSite superclass(MethodHandles.Lookup caller, String method, MethodType type) {
    MethodHandle use = KeptClasses.useOf(caller.lookupClass().getSuperclass());
    return new ConstantCallSite(use == null ? MethodHandles.empty(type) : use);
  }
}
