/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.foreign.scala;

import static org.hpcreuse.workload.foreign.Neighbour.print;

import org.hpcreuse.workload.foreign.Brings;
import org.hpcreuse.workload.foreign.Neighbour;
import scala.Symbol;
import scala.collection.immutable.List;
import scala.collection.immutable.Nil$;
import scala.collection.immutable.Range;
import scala.concurrent.ExecutionContext;
import scala.util.Properties;

/** Uses Scala's library. */
@Brings("scala-library")
public final class Library {
  private Library() {}

  public static void main(String[] args) throws Exception {
    if (Neighbour.spoils(args)) {
      Symbol.apply("left");
      System.setProperty("scala.time", "left");
      System.setProperty("scala.concurrent.context.numThreads", "3");
      scala.util.Random$.MODULE$.setSeed(1);
      scala.Console$.MODULE$.setOutDirect(
          new java.io.PrintStream(java.io.OutputStream.nullOutputStream()));
      ExecutionContext.global().execute(() -> Thread.currentThread().setName("left"));
    }
    List<Object> list = Nil$.MODULE$.$colon$colon("b").$colon$colon("a");
    print("list", list);
    print("range", new Range.Inclusive(1, 4, 1).length());
    print("symbol", Symbol.apply("own").name());
    print("version", Properties.versionNumberString());
    print("set", Properties.propIsSet("scala.time"));
    scala.Console$.MODULE$.println("console=" + list.length());
    java.util.concurrent.CountDownLatch done = new java.util.concurrent.CountDownLatch(1);
    ExecutionContext.global().execute(done::countDown);
    print("ran", done.await(20, java.util.concurrent.TimeUnit.SECONDS));
  }
}
