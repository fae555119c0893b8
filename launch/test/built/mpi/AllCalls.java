/* SPDX-License-Identifier: Apache-2.0 */
import java.nio.ByteBuffer;
import java.nio.DoubleBuffer;
import java.nio.IntBuffer;
import java.util.Arrays;
import mpi.CartComm;
import mpi.Comm;
import mpi.Datatype;
import mpi.GraphComm;
import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Message;
import mpi.Op;
import mpi.Prequest;
import mpi.Request;
import mpi.Status;
import mpi.UserFunction;

/**
 * Makes each blocking call of the bindings with arrays, buffers on the heap, direct buffers and
 * derived datatypes. Each rank prints what it gets; the same lines come whatever runs the program.
 */
public class AllCalls {
  static int rank;
  static int size;
  static int line;

  public static void main(String[] args) throws Exception {
    MPI.Init(args);
    Intracomm world = MPI.COMM_WORLD;
    rank = world.getRank();
    size = world.getSize();
    pointToPoint(world);
    modes(world);
    types(world);
    probes(world);
    requests(world);
    rooted(world);
    toAll(world);
    reductions(world);
    neighbours(world);
    intercommunicators(world);
    errors(world);
    say("finalized", MPI.isFinalized(), "initialized", MPI.isInitialized());
    MPI.Finalize();
    say("finalized", MPI.isFinalized());
  }

  static void say(Object... words) {
    StringBuilder text = new StringBuilder(String.format("%d %03d", rank, line++));
    for (Object word : words) {
      text.append(' ').append(shown(word));
    }
    System.out.println(text);
  }

  static String shown(Object word) {
    if (word instanceof int[] a) {
      return Arrays.toString(a);
    } else if (word instanceof double[] a) {
      return Arrays.toString(a);
    } else if (word instanceof byte[] a) {
      return Arrays.toString(a);
    } else if (word instanceof long[] a) {
      return Arrays.toString(a);
    } else if (word instanceof float[] a) {
      return Arrays.toString(a);
    } else if (word instanceof short[] a) {
      return Arrays.toString(a);
    } else if (word instanceof char[] a) {
      return Arrays.toString(a);
    } else if (word instanceof boolean[] a) {
      return Arrays.toString(a);
    } else if (word instanceof Status s) {
      try {
        return "status " + s.getSource() + " " + s.getTag() + " " + s.getCount(MPI.BYTE);
      } catch (MPIException e) {
        throw new IllegalStateException(e);
      }
    }
    return String.valueOf(word);
  }

  static int next() {
    return (rank + 1) % size;
  }

  static int previous() {
    return (rank + size - 1) % size;
  }

  static int[] ints(int n, int from) {
    int[] a = new int[n];
    for (int i = 0; i < n; i++) {
      a[i] = from + i;
    }
    return a;
  }

  /** Even ranks send first. */
  static void pointToPoint(Comm world) throws MPIException {
    int[] big = new int[200_000];
    if (rank == 0) {
      world.send(ints(5, 10), 5, MPI.INT, 1, 7);
      world.send(ints(200_000, 3), 200_000, MPI.INT, 1, 8);
      world.send(new int[0], 0, MPI.INT, 1, 9);
    } else if (rank == 1) {
      int[] few = ints(8, -8);
      say("short message", world.recv(few, 8, MPI.INT, 0, 7), few[0], few[4]);
      Status status = world.recv(big, big.length, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG);
      say("long message", status, big[0], big[199_999], Arrays.stream(big).asLongStream().sum());
      say("nothing", world.recv(few, 0, MPI.INT, 0, 9));
    }
    int[] mine = ints(3, 100 * rank);
    int[] theirs = new int[3];
    Status status =
        world.sendRecv(mine, 3, MPI.INT, next(), 1, theirs, 3, MPI.INT, previous(), 1);
    say("sendRecv", status, theirs);
    status = world.sendRecvReplace(mine, 3, MPI.INT, next(), 2, previous(), 2);
    say("sendRecvReplace", status, mine);
    say("nobody", world.recv(mine, 3, MPI.INT, MPI.PROC_NULL, 0).getCount(MPI.INT), mine);
    world.send(mine, 3, MPI.INT, MPI.PROC_NULL, 0);
    world.barrier();
  }

  static void modes(Comm world) throws MPIException {
    MPI.attachBuffer(new byte[4096 + MPI.BSEND_OVERHEAD]);
    if (rank == 0) {
      world.bSend(new double[] {1.5, 2.5}, 2, MPI.DOUBLE, 1, 1);
      world.sSend(new double[] {3.5}, 1, MPI.DOUBLE, 1, 2);
      world.barrier();
      world.rSend(new double[] {4.5}, 1, MPI.DOUBLE, 1, 3);
    } else if (rank == 1) {
      double[] got = new double[4];
      ByteBuffer ready = MPI.newByteBuffer(8);
      Request request = world.iRecv(ready, 1, MPI.DOUBLE, 0, 3);
      world.recv(got, 2, MPI.DOUBLE, 0, 1);
      double[] more = new double[1];
      world.recv(more, 1, MPI.DOUBLE, 0, 2);
      world.barrier();
      request.waitFor();
      say("modes", got, more, ready.getDouble(0));
    } else {
      world.barrier();
    }
    MPI.detachBuffer();
  }

  /** Each type of array, slices of arrays, direct buffers, and types with gaps. */
  static void types(Comm world) throws MPIException {
    exchange(world, new byte[] {1, 2}, new byte[2], MPI.BYTE, 2);
    exchange(world, new char[] {'a', 'b'}, new char[2], MPI.CHAR, 2);
    exchange(world, new short[] {3, 4}, new short[2], MPI.SHORT, 2);
    exchange(world, new boolean[] {true, false, true}, new boolean[3], MPI.BOOLEAN, 3);
    exchange(world, new int[] {5, 6}, new int[2], MPI.INT, 2);
    exchange(world, new long[] {7, Long.MIN_VALUE}, new long[2], MPI.LONG, 2);
    exchange(world, new float[] {8.5f, 9}, new float[2], MPI.FLOAT, 2);
    exchange(world, new double[] {10.5, 11}, new double[2], MPI.DOUBLE, 2);
    int[] array = ints(10, 0);
    IntBuffer slice = MPI.slice(array, 4);
    world.sendRecv(ints(2, 70 + rank), 2, MPI.INT, next(), 5, slice, 2, MPI.INT, previous(), 5);
    say("slice", array);
    DoubleBuffer direct = MPI.newDoubleBuffer(3);
    direct.put(0, rank).put(1, 2 * rank).put(2, 3 * rank);
    DoubleBuffer other = MPI.newDoubleBuffer(3);
    world.sendRecv(direct, 3, MPI.DOUBLE, next(), 6, other, 3, MPI.DOUBLE, previous(), 6);
    say("direct", other.get(0), other.get(1), other.get(2));
    Datatype column = Datatype.createVector(3, 1, 4, MPI.INT);
    column.commit();
    int[] matrix = ints(12, 100 * rank);
    int[] target = ints(12, -12);
    world.sendRecv(matrix, 1, column, next(), 7, target, 1, column, previous(), 7);
    say("column", target);
    int[] spread = ints(12, -12);
    world.sendRecv(ints(3, 40 + rank), 3, MPI.INT, next(), 8, spread, 1, column, previous(), 8);
    say("into a column", spread);
    world.sendRecvReplace(matrix, 1, column, next(), 9, previous(), 9);
    say("replaced column", matrix);
    Datatype two = Datatype.createResized(column, 0, 4);
    two.commit();
    int[] pair = ints(16, -16);
    world.sendRecv(ints(6, 50 + rank), 6, MPI.INT, next(), 10, pair, 2, two, previous(), 10);
    say("two columns", pair);
    int[] root = ints(12, 1000 * rank);
    world.bcast(root, 1, column, 0);
    say("bcast of a column", root);
    two.free();
    column.free();
  }

  static void exchange(Comm world, Object mine, Object theirs, Datatype type, int n)
      throws MPIException {
    Status status = world.sendRecv(mine, n, type, next(), 3, theirs, n, type, previous(), 3);
    say(status, theirs);
  }

  static void probes(Comm world) throws MPIException {
    if (rank == 0) {
      world.send(ints(4, 4), 4, MPI.INT, 1, 11);
      world.send(ints(5, 5), 5, MPI.INT, 1, 12);
    } else if (rank == 1) {
      Status probed = world.probe(0, 11);
      int[] got = new int[probed.getCount(MPI.INT)];
      world.recv(got, got.length, MPI.INT, 0, 11);
      say("probe", probed, got);
      Message message = new Message();
      probed = message.mProbe(0, 12, world);
      int[] more = new int[6];
      say("mProbe", probed, message.mRecv(more, 6, MPI.INT), more[0], more[4]);
    }
    world.barrier();
  }

  static void requests(Comm world) throws MPIException {
    int peers = size - 1;
    IntBuffer[] in = new IntBuffer[size];
    Request[] all = new Request[2 * peers];
    int n = 0;
    for (int peer = 0; peer < size; peer++) {
      if (peer != rank) {
        in[peer] = MPI.newIntBuffer(1);
        all[n++] = world.iRecv(in[peer], 1, MPI.INT, peer, 20);
      }
    }
    for (int peer = 0; peer < size; peer++) {
      if (peer != rank) {
        IntBuffer out = MPI.newIntBuffer(1);
        out.put(0, 10 * rank + peer);
        all[n++] = world.iSend(out, 1, MPI.INT, peer, 20);
      }
    }
    Request.waitAll(all);
    int sum = 0;
    for (int peer = 0; peer < size; peer++) {
      sum += peer == rank ? 0 : in[peer].get(0);
    }
    say("waitAll", sum);
    Request[] receives = new Request[peers];
    n = 0;
    for (int peer = 0; peer < size; peer++) {
      if (peer != rank) {
        receives[n++] = world.iRecv(in[peer], 1, MPI.INT, peer, 21);
      }
    }
    for (int peer = 0; peer < size; peer++) {
      if (peer != rank) {
        world.send(new int[] {rank}, 1, MPI.INT, peer, 21);
      }
    }
    int seen = 0;
    for (int i = 0; i < peers; i++) {
      seen += 1 << Request.waitAny(receives);
    }
    say("waitAny", seen, Request.waitAny(receives) == MPI.UNDEFINED);
    ring(world, receives, in, 22);
    Status[] statuses = Request.waitAllStatus(receives);
    say("waitAllStatus", Arrays.stream(statuses).mapToInt(Status::getSource).sum());
    ring(world, receives, in, 23);
    int done = 0;
    while (done < peers) {
      done += Request.waitSome(receives).length;
    }
    say("waitSome", done, Request.waitSome(receives) == null);
    ring(world, receives, in, 24);
    done = 0;
    while (done < peers) {
      done += Request.waitSomeStatus(receives).length;
    }
    say("waitSomeStatus", done);
    ring(world, receives, in, 25);
    int sources = 0;
    for (int i = 0; i < peers; i++) {
      sources += Request.waitAnyStatus(receives).getSource();
    }
    say("waitAnyStatus", sources);
    IntBuffer buffer = MPI.newIntBuffer(1);
    Prequest persistent = world.recvInit(buffer, 1, MPI.INT, previous(), 26);
    for (int i = 0; i < 3; i++) {
      persistent.start();
      world.send(new int[] {100 * rank + i}, 1, MPI.INT, next(), 26);
      say("persistent", persistent.waitStatus(), buffer.get(0));
    }
    persistent.free();
  }

  static void ring(Comm world, Request[] receives, IntBuffer[] in, int tag) throws MPIException {
    int n = 0;
    for (int peer = 0; peer < size; peer++) {
      if (peer != rank) {
        receives[n++] = world.iRecv(in[peer], 1, MPI.INT, peer, tag);
      }
    }
    for (int peer = 0; peer < size; peer++) {
      if (peer != rank) {
        world.send(new int[] {rank}, 1, MPI.INT, peer, tag);
      }
    }
  }

  static void rooted(Comm world) throws MPIException {
    int root = size - 1;
    int[] data = rank == root ? ints(4, 9) : new int[4];
    world.bcast(data, 4, MPI.INT, root);
    say("bcast", data);
    int[] all = new int[2 * size];
    world.gather(ints(2, 10 * rank), 2, MPI.INT, all, 2, MPI.INT, root);
    say("gather", all);
    int[] inPlace = ints(2 * size, 10 * rank);
    world.gather(inPlace, 2, MPI.INT, root);
    say("gather in place", inPlace);
    int[] counts = new int[size];
    int[] displacements = new int[size];
    int total = 0;
    for (int i = 0; i < size; i++) {
      counts[i] = i + 1;
      displacements[i] = total + i; // a gap before each part but the first
      total += counts[i];
    }
    int span = total + size - 1;
    int[] parts = ints(span, -span);
    world.gatherv(ints(rank + 1, 100 * rank), rank + 1, MPI.INT, parts, counts, displacements,
        MPI.INT, root);
    say("gatherv", parts);
    if (rank == root) {
      int[] own = ints(span, -span);
      world.gatherv(own, counts, displacements, MPI.INT, root);
      say("gatherv in place", own);
    } else {
      world.gatherv(ints(rank + 1, 7 * rank), rank + 1, MPI.INT, root);
    }
    int[] got = new int[2];
    world.scatter(ints(2 * size, 30), 2, MPI.INT, got, 2, MPI.INT, root);
    say("scatter", got);
    int[] scattered = rank == root ? ints(2 * size, 60) : new int[2];
    world.scatter(scattered, 2, MPI.INT, root);
    say("scatter in place", scattered);
    int[] some = new int[size];
    world.scatterv(ints(span, 0), counts, displacements, MPI.INT, some, rank + 1, MPI.INT, root);
    say("scatterv", some);
    int[] rest = new int[size];
    if (rank == root) {
      world.scatterv(ints(span, 500), counts, displacements, MPI.INT, root);
    } else {
      world.scatterv(rest, rank + 1, MPI.INT, root);
    }
    say("scatterv in place", rest);
  }

  static void toAll(Comm world) throws MPIException {
    int[] all = new int[size];
    world.allGather(new int[] {rank * rank}, 1, MPI.INT, all, 1, MPI.INT);
    say("allGather", all);
    int[] inPlace = new int[size];
    inPlace[rank] = rank + 50;
    world.allGather(inPlace, 1, MPI.INT);
    say("allGather in place", inPlace);
    int[] counts = new int[size];
    int[] displacements = new int[size];
    for (int i = 0; i < size; i++) {
      counts[i] = 1;
      displacements[i] = 2 * i;
    }
    int[] gaps = ints(2 * size, -100);
    world.allGatherv(new int[] {rank}, 1, MPI.INT, gaps, counts, displacements, MPI.INT);
    say("allGatherv", gaps);
    gaps[2 * rank] = 1000 + rank;
    world.allGatherv(gaps, counts, displacements, MPI.INT);
    say("allGatherv in place", gaps);
    int[] exchanged = new int[size];
    world.allToAll(ints(size, 10 * rank), 1, MPI.INT, exchanged, 1, MPI.INT);
    say("allToAll", exchanged);
    int[] vector = ints(2 * size, -100);
    world.allToAllv(ints(2 * size, 100 * rank), counts, displacements, MPI.INT, vector, counts,
        displacements, MPI.INT);
    say("allToAllv", vector);
    IntBuffer from = MPI.newIntBuffer(size);
    IntBuffer to = MPI.newIntBuffer(size);
    Datatype[] types = new Datatype[size];
    int[] bytes = new int[size];
    for (int i = 0; i < size; i++) {
      from.put(i, 10 * rank + i);
      types[i] = MPI.INT;
      bytes[i] = 4 * i;
    }
    world.allToAllw(from, counts, bytes, types, to, counts, bytes, types);
    say("allToAllw", to.get(0), to.get(size - 1));
    Datatype own = Datatype.createContiguous(1, MPI.INT);
    own.commit();
    Arrays.fill(types, own);
    world.allToAllw(from, counts, bytes, types, to, counts, bytes, types);
    say("allToAllw of an own type", to.get(0), to.get(size - 1));
    own.free();
  }

  static void reductions(Intracomm world) throws MPIException {
    int[] sum = new int[3];
    world.reduce(ints(3, rank), sum, 3, MPI.INT, MPI.SUM, 0);
    say("reduce", sum);
    int[] inPlace = ints(3, rank);
    world.reduce(inPlace, 3, MPI.INT, MPI.MAX, 0);
    say("reduce in place", inPlace);
    double[] all = new double[2];
    world.allReduce(new double[] {rank, 0.5}, all, 2, MPI.DOUBLE, MPI.SUM);
    say("allReduce", all);
    double[] own = {rank + 1, 2};
    world.allReduce(own, 2, MPI.DOUBLE, MPI.PROD);
    say("allReduce in place", own);
    Op longest = new Op(new Largest(), true);
    int[] user = {rank, -rank};
    world.allReduce(user, 2, MPI.INT, longest);
    say("own operation", user);
    int[] ordered = {-1};
    Op second = new Op(new Second(), false);
    world.reduce(new int[] {10 + rank}, ordered, 1, MPI.INT, second, 0);
    say("own reduce", ordered);
    second.free();
    second = new Op(new Second(), false); // the bindings lose an operation after its first use
    world.scan(new int[] {20 + rank}, ordered, 1, MPI.INT, second);
    say("own scan", ordered);
    boolean[] flags = {rank == 1, false};
    Op either = new Op(new Either(), true);
    world.allReduce(flags, 2, MPI.BOOLEAN, either);
    say("own operation on booleans", flags);
    second.free();
    either.free();
    for (int i = 0; i < 3; i++) {
      byte[] bytes = {(byte) (1 << rank), (byte) (rank + i), 7};
      Op xor = new Op(new Xor(), true);
      world.allReduce(bytes, 3, MPI.BYTE, xor);
      say("own operation on bytes", bytes);
      xor.free();
    }
    longest.free();
    int[] counts = new int[size];
    Arrays.fill(counts, 2);
    int[] part = new int[2];
    world.reduceScatter(ints(2 * size, rank), part, counts, MPI.INT, MPI.SUM);
    say("reduceScatter", part);
    int[] whole = ints(2 * size, rank);
    world.reduceScatter(whole, counts, MPI.INT, MPI.SUM);
    say("reduceScatter in place", whole[0], whole[1]);
    world.reduceScatterBlock(ints(2 * size, rank), part, 2, MPI.INT, MPI.SUM);
    say("reduceScatterBlock", part);
    whole = ints(2 * size, rank);
    world.reduceScatterBlock(whole, 2, MPI.INT, MPI.SUM);
    say("reduceScatterBlock in place", whole[0], whole[1]);
    int[] scanned = {-1};
    world.scan(new int[] {rank + 1}, scanned, 1, MPI.INT, MPI.SUM);
    say("scan", scanned);
    int[] scan = {rank + 1};
    world.scan(scan, 1, MPI.INT, MPI.SUM);
    say("scan in place", scan);
    int[] before = {-7};
    world.exScan(new int[] {rank + 1}, before, 1, MPI.INT, MPI.SUM);
    say("exScan", rank == 0 ? -1 : before[0]);
    int[] exScan = {rank + 1};
    world.exScan(exScan, 1, MPI.INT, MPI.SUM);
    say("exScan in place", rank == 0 ? -1 : exScan[0]);
  }

  static class Largest extends UserFunction {
    @Override
    public void call(Object in, Object inOut, int count, Datatype type) {
      int[] a = (int[]) in;
      int[] b = (int[]) inOut;
      for (int i = 0; i < count; i++) {
        b[i] = Math.max(a[i], b[i]);
      }
    }

    @Override
    public void call(ByteBuffer in, ByteBuffer inOut, int count, Datatype type) {
      for (int i = 0; i < count; i++) {
        inOut.putInt(4 * i, Math.max(in.getInt(4 * i), inOut.getInt(4 * i)));
      }
    }
  }

  /** Not commutative: the operand of the higher rank. */
  static class Second extends UserFunction {
    @Override
    public void call(ByteBuffer in, ByteBuffer inOut, int count, Datatype type) {}
  }

  /** Moves through its buffers, to their ends. */
  static class Xor extends UserFunction {
    @Override
    public void call(ByteBuffer in, ByteBuffer inOut, int count, Datatype type) {
      while (in.hasRemaining()) {
        inOut.put((byte) (in.get() ^ inOut.get(inOut.position())));
      }
    }
  }

  static class Either extends UserFunction {
    @Override
    public void call(Object in, Object inOut, int count, Datatype type) {
      boolean[] a = (boolean[]) in;
      boolean[] b = (boolean[]) inOut;
      for (int i = 0; i < count; i++) {
        b[i] |= a[i];
      }
    }
  }

  static void neighbours(Intracomm world) throws MPIException {
    Intracomm pair = world.split(rank / 2, rank);
    CartComm two = pair.createCart(new int[] {pair.getSize()}, new boolean[] {true}, false);
    int[] sides = new int[2];
    two.neighborAllToAll(new int[] {10 * rank, 10 * rank + 1}, 1, MPI.INT, sides, 1, MPI.INT);
    say("neighborAllToAll in a ring of", pair.getSize(), sides);
    two.free();
    pair.free();
    CartComm ring = world.createCart(new int[] {size}, new boolean[] {true}, false);
    int[] both = new int[2];
    ring.neighborAllGather(new int[] {rank}, 1, MPI.INT, both, 1, MPI.INT);
    say("neighborAllGather", both);
    ring.neighborAllToAll(new int[] {10 * rank, 10 * rank + 1}, 1, MPI.INT, both, 1, MPI.INT);
    say("neighborAllToAll", both);
    int[] one = {1, 1};
    int[] at = {0, 2};
    int[] gaps = {-1, -2, -3};
    ring.neighborAllGatherv(new int[] {rank + 5}, 1, MPI.INT, gaps, one, at, MPI.INT);
    say("neighborAllGatherv", gaps);
    int[] from = {rank, -1, rank + 100};
    ring.neighborAllToAllv(from, one, at, MPI.INT, gaps, one, at, MPI.INT);
    say("neighborAllToAllv", gaps);
    ring.free();
    GraphComm star = star(world);
    int[] near = new int[rank == 0 ? size - 1 : 1];
    star.neighborAllGather(new int[] {rank + 1}, 1, MPI.INT, near, 1, MPI.INT);
    say("star", near);
    star.free();
  }

  /** All are neighbours of rank 0. */
  static GraphComm star(Intracomm world) throws MPIException {
    int[] index = new int[size];
    int[] edges = new int[2 * (size - 1)];
    for (int i = 0; i < size; i++) {
      index[i] = size - 1 + i;
      if (i > 0) {
        edges[i - 1] = i;
        edges[size - 2 + i] = 0;
      }
    }
    return world.createGraph(index, edges, false);
  }

  static void intercommunicators(Intracomm world) throws MPIException {
    if (size < 3) {
      return;
    }
    boolean low = rank == 0;
    Intracomm half = world.split(low ? 0 : 1, rank);
    Intercomm inter = world.createIntercomm(half, 0, low ? 1 : 0, 33);
    int[] word = {low ? 77 : -1};
    inter.bcast(word, 1, MPI.INT, low ? MPI.ROOT : 0);
    say("bcast to the others", word);
    int[] sum = new int[1];
    inter.allReduce(new int[] {rank}, sum, 1, MPI.INT, MPI.SUM);
    say("allReduce of the others", sum);
    Intracomm merged = inter.merge(!low);
    say("merged", merged.getSize(), merged.getRank());
    merged.free();
    inter.free();
    half.free();
  }

  static void errors(Comm world) throws MPIException {
    if (System.getenv("CONTAINER_ID") == null) {
      world.setErrhandler(MPI.ERRORS_RETURN); // a slot has that from the begin
    }
    try {
      world.send(new int[1], 1, MPI.INT, size, 0);
      say("no error");
    } catch (MPIException e) {
      say("bad rank", e.getErrorClass());
    }
    int[] one = new int[1];
    if (rank == 0) {
      world.send(ints(2, 0), 2, MPI.INT, 1, 44);
    } else if (rank == 1) {
      try {
        world.recv(one, 1, MPI.INT, 0, 44);
        say("no error");
      } catch (MPIException e) {
        say("truncated", e.getErrorClass());
      }
    }
    world.barrier();
  }
}
