/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.foreign.script;

import static org.hpcreuse.workload.foreign.Neighbour.print;

import clojure.java.api.Clojure;
import clojure.lang.IFn;
import clojure.lang.RT;
import clojure.lang.Var;
import org.hpcreuse.workload.foreign.Brings;
import org.hpcreuse.workload.foreign.Neighbour;

/** Runs code of Clojure. */
@Brings({"clojure", "spec.alpha", "core.specs.alpha"})
public final class Clojures {
  private Clojures() {}

  public static void main(String[] args) throws Exception {
    if (Neighbour.spoils(args)) {
      Clojure.var("clojure.core", "load-string")
          .invoke("(ns left) (def behind 1) (in-ns 'user) (send-off (agent 1) inc)");
      Var inc = RT.var("clojure.core", "inc");
      inc.bindRoot(Clojure.var("clojure.core", "dec"));
    }
    IFn load = Clojure.var("clojure.core", "load-string");
    print("sum", load.invoke("(reduce + (map #(* 2 %) (range 4)))"));
    print("left", load.invoke("(boolean (find-ns 'left))"));
    print("future", load.invoke("@(future 5)"));
    print("record", load.invoke("(defrecord P [x]) (:x (->P 9))"));
    System.exit(0);
  }
}
