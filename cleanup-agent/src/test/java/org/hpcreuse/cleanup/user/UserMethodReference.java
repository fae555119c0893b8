/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.user;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Map;
import java.util.concurrent.Callable;
import org.hpcreuse.cleanup.state.ReflectiveAccess;

/** A job's reference to its own public method, linked as in a slot, where the JDK remembers it. */
public final class UserMethodReference implements Callable<Object> {
  @Override
  public Object call() throws Exception {
    MethodHandle handle =
        MethodHandles.lookup()
            .findStatic(UserMethodReference.class, "target", MethodType.methodType(void.class));
    @SuppressWarnings("unchecked") // Map<MemberName, DirectMethodHandle>
    Map<Object, Object> linked =
        ReflectiveAccess.ofClass(MethodHandles.Lookup.class).get("LOOKASIDE_TABLE", Map.class);
    linked.put(ReflectiveAccess.of(handle).get("member"), handle);
    return null;
  }

  /** Does nothing. */
  public static void target() {}
}
