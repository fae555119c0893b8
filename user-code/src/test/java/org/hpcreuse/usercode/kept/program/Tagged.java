/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.usercode.kept.program;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.reflect.Proxy;

/** Has a proxy whose methods have annotations with constants of the program. */
public final class Tagged {
  private Tagged() {}

  /** Names a constant. */
  @Retention(RetentionPolicy.RUNTIME)
  @interface Tag {
    /** The constant. */
    Colour value();
  }

  /** What the proxy is. */
  interface Tells {
    /** Tells whether the constants are those that the program has. */
    @Tag(Colour.BLUE)
    boolean tell(@Tag(Colour.RED) String what);
  }

  /** What the proxy tells. */
  public static String show() {
    Tells proxy =
        (Tells)
            Proxy.newProxyInstance(
                Tagged.class.getClassLoader(),
                new Class<?>[] {Tells.class},
                (self, method, arguments) ->
                    method.getAnnotation(Tag.class).value() == Colour.BLUE
                        && method.getParameters()[0].getAnnotation(Tag.class).value()
                            == Colour.RED);
    return Boolean.toString(proxy.tell("what"));
  }
}
