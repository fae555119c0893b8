/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.mpi.outputs;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.CRC32;
import mpi.Intracomm;
import mpi.MPI;
import org.hpcreuse.pool.mpi.calls.NativeMemory;

/**
 * Two processes under mpirun: rank 1 has outputs of maps, rank 0 wants them. The first argument
 * says what happens, the second is a directory.
 */
final class Transfers {
  private static final String APPLICATION = "usercache/u/appcache/application_1_0001";
  private static final Duration BOUND = Duration.ofSeconds(20);
  private static final int[] LENGTHS = {0, 5, 1 << 20, 100, 7_000_000, 0, (1 << 20) - 40, 1};

  private final Intracomm all;
  private final PoolSecret secret;
  private final TransferLoop loop;
  private final List<OutputListener> listeners;
  private final AtomicInteger tags = new AtomicInteger();
  private int differentTags = 1000;

  private Transfers(Path disk) throws Exception {
    all = MPI.COMM_WORLD.dup();
    secret = PoolSecret.share(all);
    ServerSocketChannel server =
        ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    OutputDirectories directories = new OutputDirectories();
    directories.learn(disk + "/" + APPLICATION);
    loop =
        new TransferLoop(
            server,
            channel -> new Sending(channel, all, secret, directories),
            () -> all.iProbe(MPI.ANY_SOURCE, MPI.ANY_TAG));
    loop.start();
    int port = ((InetSocketAddress) server.getLocalAddress()).getPort();
    listeners = OutputListener.exchange(all, new OutputListener(all.getRank(), port, List.of()));
  }

  public static void main(String[] arguments) throws Exception {
    MPI.InitThread(new String[0], MPI.THREAD_MULTIPLE);
    Path disk = Path.of(arguments[1]);
    if (MPI.COMM_WORLD.getRank() == 1) {
      write(disk);
    }
    MPI.COMM_WORLD.barrier();
    Transfers transfers = new Transfers(disk);
    if (arguments[0].equals("dies")) {
      transfers.die();
    }
    if (transfers.all.getRank() == 0) {
      switch (arguments[0]) {
        case "all" -> transfers.fetchAll();
        case "together" -> transfers.fetchTogether();
        case "breaks" -> transfers.breakOff();
        case "strangers" -> transfers.askWithoutSecret();
        default -> throw new IllegalArgumentException(arguments[0]);
      }
    }
    // A wait in MPI that lets the loop of this process run: no blocking call.
    mpi.Request end = transfers.all.iBarrier();
    while (!end.test()) {
      Thread.sleep(1);
    }
    System.out.println(
        "rank " + transfers.all.getRank() + " has lost " + NativeMemory.lostBytes() + " bytes");
    MPI.Finalize();
  }

  private static String map(int number) {
    return "attempt_1_0001_m_00000" + number + "_0";
  }

  private static byte[] part(int number) {
    byte[] bytes = new byte[LENGTHS[number]];
    new Random(number).nextBytes(bytes);
    return bytes;
  }

  private static void write(Path disk) throws IOException {
    for (int map = 0; map < LENGTHS.length; map++) {
      Path directory = disk.resolve(APPLICATION).resolve("output").resolve(map(map));
      Files.createDirectories(directory);
      byte[] part = part(map);
      Files.write(directory.resolve("file.out"), part);
      ByteBuffer index = ByteBuffer.allocate(32).putLong(0).putLong(part.length + 2).putLong(part.length);
      CRC32 sum = new CRC32();
      sum.update(index.array(), 0, 24);
      Files.write(directory.resolve("file.out.index"), index.putLong(sum.getValue()).array());
    }
  }

  private ReceivedOutputs open(PoolSecret secret, List<String> maps) throws Exception {
    OutputRequest request =
        new OutputRequest(0, tags.incrementAndGet() % differentTags, new Random().nextLong(), APPLICATION, 0, maps);
    InetSocketAddress address =
        new InetSocketAddress(InetAddress.getLoopbackAddress(), listeners.get(1).port());
    Receiving receiving = new Receiving(listeners.get(1), address, all, secret, request, BOUND);
    loop.add(receiving);
    if (!receiving.found().get(BOUND.toMillis(), TimeUnit.MILLISECONDS)) {
      throw new IOException("not found");
    }
    return new ReceivedOutputs(maps, receiving, BOUND, loop::wake);
  }

  private static List<String> maps() {
    List<String> maps = new ArrayList<>();
    for (int map = 0; map < LENGTHS.length; map++) {
      maps.add(map(map));
    }
    return maps;
  }

  private void fetchAll() throws Exception {
    for (int round = 0; round < 20; round++) {
      fetch(open(secret, maps()));
    }
    System.out.println("all right");
  }

  private static void fetch(ReceivedOutputs outputs) throws Exception {
    for (int map = 0; map < LENGTHS.length; map++) {
      if (outputs.next().orElseThrow().length() != LENGTHS[map]
          || !Arrays.equals(read(outputs), part(map))) {
        throw new IOException("output " + map + " is wrong");
      }
    }
    outputs.close();
    outputs.end().get(BOUND.toMillis(), TimeUnit.MILLISECONDS);
  }

  private static byte[] read(ReceivedOutputs outputs) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    byte[] some = new byte[100_000];
    for (int count = outputs.read(some, 0, some.length);
        count >= 0;
        count = outputs.read(some, 0, some.length)) {
      bytes.write(some, 0, count);
    }
    return bytes.toByteArray();
  }

  private void fetchTogether() throws Exception {
    List<Thread> threads = new ArrayList<>();
    AtomicInteger right = new AtomicInteger();
    for (int each = 0; each < 8; each++) {
      Thread thread =
          new Thread(
              () -> {
                try {
                  fetch(open(secret, maps()));
                  right.incrementAndGet();
                } catch (Exception e) {
                  System.out.println("not right: " + e);
                }
              });
      threads.add(thread);
      thread.start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    System.out.println(right + " right");
  }

  /** With two tags for all, so that what is left of one transfer would reach another. */
  private void breakOff() throws Exception {
    differentTags = 2;
    Random random = new Random(5);
    for (int round = 0; round < 100; round++) {
      ReceivedOutputs outputs = open(secret, maps());
      for (int next = random.nextInt(LENGTHS.length + 1); next > 0; next--) {
        outputs.next();
        outputs.read(new byte[1000], 0, 1000);
      }
      outputs.close();
      outputs.end().get(BOUND.toMillis(), TimeUnit.MILLISECONDS);
    }
    fetch(open(secret, maps()));
    System.out.println("right after 100 that were broken off");
  }

  private void askWithoutSecret() throws Exception {
    try {
      open(new PoolSecret(new byte[32]), maps());
      System.out.println("open to strangers");
    } catch (ExecutionException e) {
      System.out.println("refused: " + e.getCause().getMessage());
    }
    try {
      open(secret, List.of(map(0), map(9)));
    } catch (IOException e) {
      System.out.println(e.getMessage());
    }
    fetch(open(secret, maps()));
    System.out.println("right for others");
  }

  /** Rank 1 dies when rank 0 has read a little. */
  private void die() throws Exception {
    if (all.getRank() == 1) {
      mpi.Request word = all.iRecv(MPI.newByteBuffer(1), 1, MPI.BYTE, 0, 9);
      while (!word.test()) {
        Thread.sleep(1);
      }
      Runtime.getRuntime().halt(0);
    }
    ReceivedOutputs outputs = open(secret, maps());
    for (int map = 0; map < 5; map++) {
      outputs.next();
    }
    outputs.read(new byte[1000], 0, 1000);
    all.iSend(MPI.newByteBuffer(1), 1, MPI.BYTE, 1, 9).test();
    try {
      read(outputs);
      System.out.println("nothing noticed");
    } catch (IOException e) {
      System.out.println("noticed: " + e.getMessage());
    }
    outputs.close();
    outputs.end().get(BOUND.toMillis(), TimeUnit.MILLISECONDS);
    System.out.println("over");
    Runtime.getRuntime().halt(0);
  }
}
