/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.foreign.jdk;

import static org.hpcreuse.workload.foreign.Neighbour.print;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import org.hpcreuse.workload.foreign.Neighbour;

/** Uses reflection, proxies and class values. */
public final class Mirrors {
  private Mirrors() {}

  /** An annotation. */
  @Retention(RetentionPolicy.RUNTIME)
  @interface Marked {
    String value() default "m";
  }

  /** What is reflected. */
  @Marked
  public static final class Target {
    static int count;
    private final String text = "t";

    public String text() {
      return text + count++;
    }
  }

  private static final ClassValue<Object> VALUES =
      new ClassValue<>() {
        @Override
        protected Object computeValue(Class<?> type) {
          StringBuilder text = new StringBuilder();
          text.append(type.getSimpleName());
          return text;
        }
      };

  public static void main(String[] args) throws Exception {
    if (Neighbour.spoils(args)) {
      ((StringBuilder) VALUES.get(String.class)).append(" left");
      ((StringBuilder) VALUES.get(org.apache.hadoop.io.Text.class)).append(" left");
      Target.count = 100;
    }
    print("values", VALUES.get(String.class) + " " + VALUES.get(org.apache.hadoop.io.Text.class));
    Target target = new Target();
    for (int call = 0; call < 20; call++) {
      Target.class.getMethod("text").invoke(target);
    }
    print("count", target.text());
    print("annotation", Target.class.getAnnotation(Marked.class).value());
    InvocationHandler handler = (self, method, values) -> method.getName();
    Runnable proxy =
        (Runnable)
            Proxy.newProxyInstance(
                Mirrors.class.getClassLoader(), new Class<?>[] {Runnable.class}, handler);
    print("proxy", proxy.getClass().getName());
    print("text", proxy.toString());
    print("handle", MethodHandles.lookup().unreflect(Target.class.getMethod("text")).type());
    java.lang.reflect.Field field = Target.class.getDeclaredField("text");
    field.setAccessible(true);
    print("field", field.get(target));
    print(
        "members",
        Target.class.getDeclaredMethods().length + " " + Target.class.getDeclaredFields().length);
  }
}
