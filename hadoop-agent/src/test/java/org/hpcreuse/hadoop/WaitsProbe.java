/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.hadoop;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.JobID;
import org.apache.hadoop.mapred.MapTask;
import org.apache.hadoop.mapred.MapTaskCompletionEventsUpdate;
import org.apache.hadoop.mapred.Task;
import org.apache.hadoop.mapred.TaskCompletionEvent;
import org.apache.hadoop.mapred.TaskUmbilicalProtocol;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.TypeConverter;
import org.apache.hadoop.mapreduce.task.reduce.ExceptionReporter;
import org.apache.hadoop.mapreduce.task.reduce.ShuffleScheduler;
import org.apache.hadoop.mapreduce.v2.api.MRClientProtocol;
import org.apache.hadoop.mapreduce.v2.api.protocolrecords.GetCountersRequest;
import org.apache.hadoop.mapreduce.v2.api.protocolrecords.GetJobReportRequest;
import org.apache.hadoop.mapreduce.v2.api.records.JobReport;
import org.apache.hadoop.mapreduce.v2.api.records.JobState;
import org.apache.hadoop.mapreduce.v2.api.records.TaskAttemptId;
import org.apache.hadoop.mapreduce.v2.api.records.TaskState;
import org.apache.hadoop.mapreduce.v2.app.AppContext;
import org.apache.hadoop.mapreduce.v2.app.MRAppMaster;
import org.apache.hadoop.mapreduce.v2.app.client.MRClientService;
import org.apache.hadoop.mapreduce.v2.app.job.Job;
import org.apache.hadoop.mapreduce.v2.app.job.event.JobTaskEvent;
import org.apache.hadoop.mapreduce.v2.app.job.impl.JobImpl;
import org.apache.hadoop.mapreduce.v2.app.rm.ContainerFailedEvent;
import org.apache.hadoop.mapreduce.v2.app.rm.RMContainerAllocator;
import org.apache.hadoop.mapreduce.v2.app.rm.preemption.AMPreemptionPolicy;
import org.apache.hadoop.yarn.api.ApplicationMasterProtocol;
import org.apache.hadoop.yarn.api.protocolrecords.FinishApplicationMasterResponse;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.event.EventHandler;
import org.apache.hadoop.yarn.util.SystemClock;
import org.apache.hadoop.yarn.util.resource.Resources;

/**
 * Runs Hadoop's own classes in a child JVM, and prints what has happened. Where stock Hadoop sleeps
 * by the configured interval, this is an hour.
 */
final class WaitsProbe {
  private static final long BOUND_S = 60;
  private static final ApplicationId APPLICATION = ApplicationId.newInstance(1, 1);
  private static final JobID JOB = (JobID) TypeConverter.fromYarn(APPLICATION);
  private static final Configuration CONF = new Configuration(false);

  static {
    CONF.setLong(
        "yarn.app.mapreduce.am.scheduler.heartbeat.interval-ms", TimeUnit.HOURS.toMillis(1));
  }

  private WaitsProbe() {}

  public static void main(String[] args) throws Exception {
    switch (args[0]) {
      case "heartbeat" -> heartbeat();
      case "unregistration" -> unregistration();
      case "reduce" -> reduce();
      case "commit" -> commit();
      case "end" -> end();
      default -> throw new IllegalArgumentException(args[0]);
    }
    System.out.println("done");
    System.exit(0);
  }

  /** An interface whose methods return what a map says, or null, zero, false. */
  private static <T> T stub(Class<T> type, Map<String, Object> answers) {
    InvocationHandler handler =
        (proxy, method, arguments) -> {
          Object answer = answers.get(method.getName());
          if (answer instanceof Answer code) {
            return code.get(arguments);
          }
          Class<?> returned = method.getReturnType();
          return answer != null || !returned.isPrimitive() || returned == void.class
              ? answer
              : java.lang.reflect.Array.get(java.lang.reflect.Array.newInstance(returned, 1), 0);
        };
    return type.cast(
        Proxy.newProxyInstance(WaitsProbe.class.getClassLoader(), new Class<?>[] {type}, handler));
  }

  @FunctionalInterface
  private interface Answer {
    Object get(Object[] arguments) throws Throwable;
  }

  private static AppContext context(Answer job) {
    return stub(
        AppContext.class,
        Map.of(
            "getClock",
            SystemClock.getInstance(),
            "getApplicationID",
            APPLICATION,
            "getEventHandler",
            stub(EventHandler.class, Map.of()),
            "getJob",
            job));
  }

  private static JobImpl job() throws Exception {
    Constructor<?> constructor =
        Arrays.stream(JobImpl.class.getConstructors()).findFirst().orElseThrow();
    Object[] arguments =
        Arrays.stream(constructor.getParameterTypes())
            .map(
                type -> {
                  if (type == org.apache.hadoop.mapreduce.v2.api.records.JobId.class) {
                    return TypeConverter.toYarn(JOB);
                  } else if (type == ApplicationAttemptId.class) {
                    return ApplicationAttemptId.newInstance(APPLICATION, 1);
                  } else if (type == Configuration.class) {
                    return CONF;
                  } else if (type == EventHandler.class) {
                    return stub(EventHandler.class, Map.of());
                  } else if (type == boolean.class) {
                    return true;
                  } else if (type == long.class) {
                    return 1L;
                  } else if (type == String.class) {
                    return "somebody";
                  }
                  return null;
                })
            .toArray();
    return (JobImpl) constructor.newInstance(arguments);
  }

  /** The real allocator, event queue and all, with a heartbeat that only counts. */
  private static class Allocator extends RMContainerAllocator {
    private final Semaphore heartbeats = new Semaphore(0);

    Allocator(AppContext context) {
      super(null, context, stub(AMPreemptionPolicy.class, Map.of()));
    }

    @Override
    protected ApplicationMasterProtocol createSchedulerProxy() {
      AtomicInteger questions = new AtomicInteger();
      Answer answer =
          arguments -> {
            if (questions.incrementAndGet() > 3) {
              throw new java.io.IOException("asked " + questions + " times");
            }
            return FinishApplicationMasterResponse.newInstance(false);
          };
      return stub(ApplicationMasterProtocol.class, Map.of("finishApplicationMaster", answer));
    }

    @Override
    protected void register() {
      System.out.println("registered");
    }

    @Override
    protected void unregister() {}

    @Override
    protected synchronized void heartbeat() {
      heartbeats.release();
    }

    void ends() throws Exception {
      doUnregistration();
    }
  }

  private static void heartbeat() throws Exception {
    JobImpl job = job();
    Allocator allocator = new Allocator(context(arguments -> job));
    allocator.init(CONF);
    allocator.start();
    TaskAttemptId attempt = TypeConverter.toYarn(attempt(TaskType.MAP));
    allocator.handle(new ContainerFailedEvent(attempt, "host:1"));
    if (allocator.heartbeats.tryAcquire(BOUND_S, TimeUnit.SECONDS)) {
      System.out.println("heartbeat after a change of requests");
    }
    job.handle(new JobTaskEvent(attempt.getTaskId(), TaskState.SUCCEEDED));
    if (allocator.heartbeats.tryAcquire(BOUND_S, TimeUnit.SECONDS)) {
      System.out.println("heartbeat after the end of a task");
    }
    // Before the allocator thread looks again, a request waits for a container.
    Object requests = read(allocator, RMContainerAllocator.class, "scheduledRequests");
    @SuppressWarnings("unchecked")
    Map<Object, Object> maps = (Map<Object, Object>) read(requests, requests.getClass(), "maps");
    maps.put(attempt, "a request");
    allocator.handle(new ContainerFailedEvent(attempt, "host:1"));
    if (allocator.heartbeats.tryAcquire(5, BOUND_S, TimeUnit.SECONDS)) {
      System.out.println("heartbeats while a request waits");
    }
    System.out.println("reduces while maps wait: " + RequestWait.reduces(7, 1, allocator));
    System.out.println("reduces after them: " + RequestWait.reduces(7, 0, allocator));
    int[] looks = {0};
    RMContainerAllocator counting =
        new Allocator(context(arguments -> job)) {
          @Override
          public Resource getResourceLimit() {
            looks[0]++;
            return super.getResourceLimit();
          }

          @Override
          public boolean getIsReduceStarted() {
            looks[0]++;
            return false;
          }
        };
    counting.init(CONF);
    counting.start();
    counting.scheduleReduces(8, 0, 1, 0, 0, 0, Resources.none(), Resources.none(), 1, 1, 1);
    System.out.println("looks at reduces while maps wait: " + looks[0]);
    counting.scheduleReduces(8, 0, 0, 0, 0, 0, Resources.none(), Resources.none(), 1, 1, 1);
    System.out.println("looks at reduces after them: " + looks[0]);
    counting.stop();
    allocator.stop();
  }

  private static void unregistration() throws Exception {
    JobImpl job = job();
    Allocator allocator = new Allocator(context(arguments -> job));
    allocator.init(CONF);
    allocator.start();
    try {
      allocator.ends();
    } catch (java.io.IOException e) {
      System.out.println(e.getMessage());
    }
  }

  private static org.apache.hadoop.mapred.TaskAttemptID attempt(TaskType type) {
    return new org.apache.hadoop.mapred.TaskAttemptID(
        new org.apache.hadoop.mapred.TaskID(JOB, type, 0), 0);
  }

  private static void reduce() throws Exception {
    TaskUmbilicalProtocol master =
        stub(
            TaskUmbilicalProtocol.class,
            Map.of(
                "getMapCompletionEvents",
                new MapTaskCompletionEventsUpdate(TaskCompletionEvent.EMPTY_ARRAY, false)));
    Constructor<?> constructor =
        Class.forName("org.apache.hadoop.mapreduce.task.reduce.EventFetcher")
            .getDeclaredConstructors()[0];
    constructor.setAccessible(true);
    Thread fetcher =
        (Thread)
            constructor.newInstance(
                attempt(TaskType.REDUCE),
                master,
                stub(ShuffleScheduler.class, Map.of()),
                stub(ExceptionReporter.class, Map.of()),
                10);
    fetcher.start();
    awaitFrame(fetcher, "org.hpcreuse.hadoop.MapCompletionPoll.sleep");
    System.out.println("the reduce waits for news");
    Method shutDown = fetcher.getClass().getMethod("shutDown");
    shutDown.setAccessible(true);
    shutDown.invoke(fetcher);
    System.out.println("alive after its end: " + fetcher.isAlive());
  }

  /** A task that may not commit at first; then it ends, since it has no reporter. */
  private static void commit() throws Exception {
    Task task = new MapTask();
    Method commit =
        Arrays.stream(Task.class.getDeclaredMethods())
            .filter(method -> method.getName().equals("commit"))
            .findFirst()
            .orElseThrow();
    commit.setAccessible(true);
    try {
      commit.invoke(
          task, stub(TaskUmbilicalProtocol.class, Map.of("canCommit", false)), null, null);
    } catch (InvocationTargetException e) {
      System.out.println("ended by " + e.getCause().getClass().getSimpleName());
    }
    Object wait = read(task, Task.class, "hpcReuseCommit");
    System.out.println("next pause " + read(wait, DoublingWait.class, "nextMs"));
  }

  private static void end() throws Exception {
    JobReport report = org.apache.hadoop.yarn.util.Records.newRecord(JobReport.class);
    Job job =
        stub(
            Job.class,
            Map.of("checkAccess", true, "getReport", report, "getAllCounters", new Counters()));
    MRClientService service = new MRClientService(context(arguments -> job));
    MRClientProtocol clients =
        (MRClientProtocol) read(service, MRClientService.class, "protocolHandler");
    Master master = new Master();
    write(master, MRAppMaster.class, "clientService", service);
    write(master, MRAppMaster.class, "isLastAMRetry", true);
    master.init(CONF);

    report.setJobState(JobState.RUNNING);
    ask(clients);
    Thread ending = new Thread(master::shutDownJob);
    ending.start();
    awaitFrame(ending, "org.hpcreuse.hadoop.ClientsWait.sleep");
    System.out.println("the master waits for clients");
    report.setJobState(JobState.SUCCEEDED);
    ask(clients);
    ending.join(TimeUnit.SECONDS.toMillis(BOUND_S));
    System.out.println("alive after its end: " + ending.isAlive());

    // The bound of stock Hadoop cannot end this one.
    ClientsWait.sleep(TimeUnit.HOURS.toMillis(1), service);
    System.out.println("clients know the final state");
  }

  /** What a client does with each look, and at the end. */
  private static void ask(MRClientProtocol clients) throws Exception {
    GetJobReportRequest report =
        org.apache.hadoop.yarn.util.Records.newRecord(GetJobReportRequest.class);
    report.setJobId(TypeConverter.toYarn(JOB));
    clients.getJobReport(report);
    GetCountersRequest counters =
        org.apache.hadoop.yarn.util.Records.newRecord(GetCountersRequest.class);
    counters.setJobId(TypeConverter.toYarn(JOB));
    clients.getCounters(counters);
  }

  private static final class Master extends MRAppMaster {
    Master() {
      super(
          ApplicationAttemptId.newInstance(APPLICATION, 1),
          ContainerId.newContainerId(ApplicationAttemptId.newInstance(APPLICATION, 1), 1),
          "host",
          1,
          2,
          0);
    }

    @Override
    protected void serviceInit(Configuration conf) {}

    @Override
    protected void serviceStop() {}

    @Override
    public void notifyIsLastAMRetry(boolean last) {}

    @Override
    protected void sysexit() {}
  }

  /** Waits until a thread is in a method. */
  private static void awaitFrame(Thread thread, String method) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(BOUND_S);
    while (Arrays.stream(thread.getStackTrace())
        .noneMatch(frame -> (frame.getClassName() + "." + frame.getMethodName()).equals(method))) {
      if (System.nanoTime() > end || thread.getState() == Thread.State.TERMINATED) {
        throw new IllegalStateException(
            thread + " has not come to " + method + ": " + List.of(thread.getStackTrace()));
      }
      Thread.onSpinWait();
    }
  }

  private static Object read(Object object, Class<?> type, String name) throws Exception {
    Field field = type.getDeclaredField(name);
    field.setAccessible(true);
    return field.get(object);
  }

  private static void write(Object object, Class<?> type, String name, Object value)
      throws Exception {
    Field field = type.getDeclaredField(name);
    field.setAccessible(true);
    field.set(object, value);
  }
}
