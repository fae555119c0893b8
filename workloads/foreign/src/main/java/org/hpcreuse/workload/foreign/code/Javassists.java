/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.foreign.code;

import static org.hpcreuse.workload.foreign.Neighbour.print;

import javassist.ClassPool;
import javassist.CtClass;
import javassist.CtMethod;
import javassist.CtNewMethod;
import javassist.LoaderClassPath;
import javassist.util.proxy.ProxyFactory;
import org.hpcreuse.workload.foreign.Neighbour;

/** Makes classes by Javassist of the framework. */
public final class Javassists {
  private Javassists() {}

  /** Is proxied. */
  public static class Base {
    public String text() {
      return "base";
    }
  }

  public static void main(String[] args) throws Exception {
    ClassPool pool = ClassPool.getDefault();
    if (Neighbour.spoils(args)) {
      pool.makeClass("own.Left");
      ClassPool.doPruning = true;
      ProxyFactory.useCache = false;
      ProxyFactory.nameGenerator =
          name -> "org.hpcreuse.workload.foreign.code.Fixed" + name.length();
    }
    pool.appendClassPath(new LoaderClassPath(Javassists.class.getClassLoader()));
    print("left", pool.getOrNull("own.Left") != null);
    print("pruning", ClassPool.doPruning);
    print("cache", ProxyFactory.useCache);
    CtClass made = pool.makeClass("org.hpcreuse.workload.foreign.code.Made");
    CtMethod method = CtNewMethod.make("public static int value() { return 6; }", made);
    made.addMethod(method);
    Class<?> type = made.toClass(Javassists.class);
    print("value", type.getMethod("value").invoke(null));
    ProxyFactory factory = new ProxyFactory();
    factory.setSuperclass(Base.class);
    Base proxy =
        (Base)
            factory.create(
                new Class<?>[0],
                new Object[0],
                (self, called, proceed, values) -> "proxied " + proceed.invoke(self, values));
    print("proxy", proxy.text());
  }
}
