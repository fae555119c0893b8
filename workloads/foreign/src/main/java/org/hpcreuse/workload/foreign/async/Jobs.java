/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.foreign.async;

import static org.hpcreuse.workload.foreign.Neighbour.print;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.hpcreuse.workload.foreign.Brings;
import org.hpcreuse.workload.foreign.Neighbour;
import org.quartz.Job;
import org.quartz.JobBuilder;
import org.quartz.JobExecutionContext;
import org.quartz.Scheduler;
import org.quartz.TriggerBuilder;
import org.quartz.impl.SchedulerRepository;
import org.quartz.impl.StdSchedulerFactory;

/** Runs jobs of Quartz. */
@Brings({"quartz", "mchange-commons-java"})
public final class Jobs {
  private Jobs() {}

  private static final CountDownLatch DONE = new CountDownLatch(1);

  /** A job. */
  public static final class Own implements Job {
    @Override
    public void execute(JobExecutionContext context) {
      DONE.countDown();
    }
  }

  public static void main(String[] args) throws Exception {
    System.setProperty("org.quartz.threadPool.threadCount", "1");
    System.setProperty("org.quartz.scheduler.skipUpdateCheck", "true");
    if (Neighbour.spoils(args)) {
      System.setProperty("org.quartz.scheduler.instanceName", "left");
      StdSchedulerFactory.getDefaultScheduler().start();
    }
    Scheduler scheduler = new StdSchedulerFactory().getScheduler();
    print("name", scheduler.getSchedulerName());
    print("started", scheduler.isStarted());
    scheduler.start();
    scheduler.scheduleJob(
        JobBuilder.newJob(Own.class).build(), TriggerBuilder.newTrigger().startNow().build());
    print("ran", DONE.await(30, TimeUnit.SECONDS));
    print("schedulers", SchedulerRepository.getInstance().lookupAll().size());
    if (!Neighbour.spoils(args)) {
      scheduler.shutdown(true);
    }
    System.exit(0);
  }
}
