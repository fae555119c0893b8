/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.gang.member;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeoutException;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import org.hpcreuse.gang.GangConnection;
import org.hpcreuse.gang.GangMessage;
import org.hpcreuse.gang.GangPlan;
import org.hpcreuse.mpi.Place;
import org.hpcreuse.mpi.SlotMpi;
import org.hpcreuse.protocol.ExitCodes;

/**
 * {@code GangMember HOST PORT}: joins the gang whose master listens there, and runs the program.
 *
 * <p>The program's {@code main()} runs in this thread. Its exceptions go the way they would go
 * without a gang.
 *
 * <p>The slot has this class, and what it uses, for all its containers: so it is loaded once, and
 * stays compiled. It must keep nothing in static fields.
 */
public final class GangMember {
  private static final Duration CONNECT_BOUND = Duration.ofSeconds(20);

  /** The master gives up a gang that is not complete earlier than that. */
  private static final Duration START_BOUND = Duration.ofMinutes(5);

  /** For threads that start while they are counted. */
  private static final int SPARE_THREADS = 16;

  private final GangConnection master;

  /** Counted down when the program may begin, or the gang is broken. */
  private final CountDownLatch go = new CountDownLatch(1);

  /** Empty, or why the gang is over; written by the listener. */
  private volatile String reason = "";

  /** Whether main() has returned, and not by an exception. */
  private volatile boolean mainReturned;

  /** Whether the master knows that this rank needs no other one. */
  private volatile boolean told;

  private GangMember(GangConnection master) {
    this.master = master;
  }

  /** Runs a rank. */
  public static void main(String[] args) throws Throwable {
    if (args.length != 2) {
      System.err.println("usage: GangMember HOST PORT");
      System.exit(ExitCodes.USAGE);
    }
    if (!SlotMpi.isAvailable()) {
      System.err.println("this container runs in no slot with MPI");
      System.exit(ExitCodes.UNAVAILABLE);
    }
    byte[] secret = Files.readAllBytes(Path.of(GangPlan.SECRET_FILE));
    GangConnection master =
        GangConnection.to(args[0], Integer.parseInt(args[1]), secret, CONNECT_BOUND);
    master.noticeLostNode();
    new GangMember(master).run();
  }

  private void run() throws Throwable {
    GangMessage.Start start = enter();
    listen();
    int rank = join(start);
    go.await(); // the master ends a gang that is not complete in time
    if (!reason.isEmpty()) {
      System.err.println("the gang does not start: " + reason);
      System.exit(ExitCodes.FAILED);
    }
    LineSender out = new LineSender(System.out, master, rank, false);
    LineSender err = new LineSender(System.err, master, rank, true);
    System.setOut(out.stream());
    System.setErr(err.stream());
    Runtime.getRuntime().addShutdownHook(new Thread(() -> over(out, err), "gang-shutdown"));
    run(start.mainClass(), start.arguments());
    mainReturned = true;
    if (isLastThread()) {
      finalizeMpi();
      over(out, err); // here a slow client may take its time
    }
  }

  /** A program may forget it. */
  private static void finalizeMpi() throws MPIException {
    if (MPI.isInitialized() && !MPI.isFinalized()) {
      MPI.Finalize();
    }
  }

  /** Whether no thread of the program is left that may still use MPI. */
  private static boolean isLastThread() {
    Thread self = Thread.currentThread();
    Thread[] all = new Thread[self.getThreadGroup().activeCount() + SPARE_THREADS];
    int count = self.getThreadGroup().enumerate(all);
    return Arrays.stream(all, 0, count).allMatch(each -> each == self || each.isDaemon());
  }

  /** The rank ends: with the end of its last thread, by exit() or by a signal. */
  private void over(LineSender out, LineSender err) {
    if (told) {
      return;
    }
    out.close();
    err.close();
    try {
      if (mainReturned) {
        finalizeMpi();
      }
      if (!MPI.isInitialized() || MPI.isFinalized()) {
        master.send(new GangMessage.Done());
        told = true;
      }
    } catch (IOException | MPIException e) {
      System.err.println("the gang's master does not hear that this rank is done: " + e);
    }
  }

  /** Tells the master that this rank is there, and waits until all are. */
  private GangMessage.Start enter() throws IOException {
    Place place = SlotMpi.place();
    master.send(
        new GangMessage.Here(
            System.getenv("CONTAINER_ID"),
            place.job(),
            place.rank(),
            String.valueOf(System.getenv("NM_HOST")),
            ProcessHandle.current().pid()));
    GangMessage first = master.receive(START_BOUND);
    if (first instanceof GangMessage.Start start) {
      return start;
    }
    String why = first instanceof GangMessage.GiveUp over ? over.reason() : "unexpected " + first;
    System.err.println("the gang does not start: " + why);
    System.exit(ExitCodes.FAILED);
    throw new IllegalStateException("after exit");
  }

  private int join(GangMessage.Start start) throws IOException, InterruptedException {
    try {
      Intracomm world =
          SlotMpi.join(start.slotRanks(), start.key(), Duration.ofMillis(start.joinMs()));
      SlotMpi.makeWorld(world);
      int rank = world.getRank();
      master.send(new GangMessage.Joined());
      return rank;
    } catch (MPIException | TimeoutException e) {
      master.send(new GangMessage.NotJoined(String.valueOf(e.getMessage())));
      System.err.println("the gang's communicator is not made: " + e.getMessage());
      System.exit(ExitCodes.FAILED);
      throw new IllegalStateException("after exit", e);
    }
  }

  /** From now on the master may say that nobody must wait any more. */
  private void listen() {
    Thread listener =
        new Thread(
            () -> {
              String why = "the gang's master is gone";
              try {
                GangMessage message = master.receive(Duration.ZERO);
                while (!(message instanceof GangMessage.GiveUp)) {
                  if (message instanceof GangMessage.Go) {
                    go.countDown();
                  }
                  message = master.receive(Duration.ZERO);
                }
                why = ((GangMessage.GiveUp) message).reason();
              } catch (IOException e) {
                // The reason is the right one.
              }
              reason = why;
              SlotMpi.giveUp(why);
              go.countDown();
            },
            "gang-listener");
    listener.setDaemon(true);
    listener.start();
  }

  private static void run(String mainClass, List<String> arguments) throws Throwable {
    Class<?> program =
        Class.forName(mainClass, true, Thread.currentThread().getContextClassLoader());
    Method main = program.getMethod("main", String[].class);
    main.setAccessible(true);
    try {
      main.invoke(null, (Object) arguments.toArray(new String[0]));
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }
}
