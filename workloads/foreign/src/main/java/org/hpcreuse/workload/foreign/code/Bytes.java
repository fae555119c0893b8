/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.foreign.code;

import static org.hpcreuse.workload.foreign.Neighbour.print;

import java.util.function.Supplier;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.TypeCache;
import net.bytebuddy.dynamic.loading.ClassLoadingStrategy;
import net.bytebuddy.implementation.FixedValue;
import net.bytebuddy.matcher.ElementMatchers;
import org.hpcreuse.workload.foreign.Brings;
import org.hpcreuse.workload.foreign.Neighbour;

/** Makes classes by Byte Buddy. */
@Brings("byte-buddy")
public final class Bytes {
  private Bytes() {}

  /** Is made more of. */
  public static class Base {
    public String text() {
      return "base";
    }
  }

  private static final TypeCache<String> CACHE = new TypeCache<>(TypeCache.Sort.SOFT);

  public static void main(String[] args) throws Exception {
    if (Neighbour.spoils(args)) {
      System.setProperty("net.bytebuddy.dump", System.getProperty("java.io.tmpdir"));
      CACHE.insert(Bytes.class.getClassLoader(), "left", Base.class);
    }
    print("cached", CACHE.find(Bytes.class.getClassLoader(), "left"));
    Class<? extends Base> made =
        new ByteBuddy()
            .subclass(Base.class)
            .name("own.Made")
            .method(ElementMatchers.named("text"))
            .intercept(FixedValue.value("made"))
            .make()
            .load(Bytes.class.getClassLoader(), ClassLoadingStrategy.Default.INJECTION)
            .getLoaded();
    print("text", made.getDeclaredConstructor().newInstance().text());
    print("loader", made.getClassLoader() == Bytes.class.getClassLoader());
    Supplier<?> wrapped =
        new ByteBuddy()
            .subclass(Object.class)
            .implement(Supplier.class)
            .method(ElementMatchers.named("get"))
            .intercept(FixedValue.value(7))
            .make()
            .load(Bytes.class.getClassLoader())
            .getLoaded()
            .asSubclass(Supplier.class)
            .getDeclaredConstructor()
            .newInstance();
    print("wrapped", wrapped.get());
  }
}
