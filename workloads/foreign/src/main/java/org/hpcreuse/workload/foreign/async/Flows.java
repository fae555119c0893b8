/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.foreign.async;

import static org.hpcreuse.workload.foreign.Neighbour.print;

import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.Single;
import io.reactivex.rxjava3.plugins.RxJavaPlugins;
import io.reactivex.rxjava3.schedulers.Schedulers;
import org.hpcreuse.workload.foreign.Brings;
import org.hpcreuse.workload.foreign.Neighbour;

/** Runs flows of RxJava. */
@Brings({"rxjava", "reactive-streams"})
public final class Flows {
  private Flows() {}

  public static void main(String[] args) throws Exception {
    if (Neighbour.spoils(args)) {
      System.setProperty("rx3.computation-threads", "1");
      RxJavaPlugins.setErrorHandler(e -> {});
      RxJavaPlugins.setOnSingleAssembly(single -> single);
      Flowable.interval(1, java.util.concurrent.TimeUnit.MILLISECONDS).subscribe();
    }
    print(
        "sum",
        Flowable.range(1, 5)
            .parallel()
            .runOn(Schedulers.computation())
            .map(n -> n * 2)
            .reduce(Integer::sum)
            .blockingSingle());
    print(
        "io",
        Single.fromCallable(() -> Thread.currentThread().getName().replaceAll("\\d+", "n"))
            .subscribeOn(Schedulers.io())
            .blockingGet());
    print("handler", RxJavaPlugins.getErrorHandler() != null);
    print("assembly", RxJavaPlugins.getOnSingleAssembly() != null);
  }
}
