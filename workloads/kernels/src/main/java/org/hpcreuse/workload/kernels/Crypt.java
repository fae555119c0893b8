/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.kernels;

import java.util.Arrays;
import java.util.Random;
import mpi.MPI;
import mpi.MPIException;

/**
 * {@code Crypt BYTES}: Crypt of the Java Grande suite. Rank 0 has a text and scatters it; the ranks
 * encrypt their parts with IDEA; rank 0 gathers and scatters what they made, and they decrypt it.
 * Source of the task: Java Grande Forum Benchmark Suite, section 2.
 */
public final class Crypt {
  private static final long SEED = 136_506_717L;

  /** A key, a block and what it becomes, as the cipher's author has published them. */
  private static final int[] KNOWN_KEY = {1, 2, 3, 4, 5, 6, 7, 8};

  private static final byte[] KNOWN_TEXT = {0, 0, 0, 1, 0, 2, 0, 3};
  private static final byte[] KNOWN_SECRET = {
    0x11, (byte) 0xfb, (byte) 0xed, 0x2b, 0x01, (byte) 0x98, 0x6d, (byte) 0xe5
  };

  private Crypt() {}

  /** Runs a rank. */
  public static void main(String[] args) throws MPIException {
    Verdict.requireUsage(
        args.length == 1 && args[0].matches("[1-9][0-9]{0,7}"), "Crypt BYTES, up to 99999999");
    MPI.Init(args);
    double begun = MPI.wtime();
    Random random = new Random(SEED);
    int[] key = random.ints(KNOWN_KEY.length, 0, 1 << Short.SIZE).toArray();
    int ranks = MPI.COMM_WORLD.getSize();
    int unit = Idea.BLOCK * ranks;
    int bytes = (Integer.parseInt(args[0]) + unit - 1) / unit * unit;
    byte[] text = new byte[bytes];
    if (MPI.COMM_WORLD.getRank() == 0) {
      random.nextBytes(text);
    }
    Idea idea = Idea.encrypting(key);
    byte[] secret = inParts(idea, text);
    byte[] again = inParts(idea.inverse(), secret);
    boolean right =
        Arrays.equals(Idea.encrypting(KNOWN_KEY).apply(KNOWN_TEXT), KNOWN_SECRET)
            && Arrays.equals(text, again)
            && (MPI.COMM_WORLD.getRank() != 0 || !Arrays.equals(text, secret));
    Verdict.end("Crypt " + bytes, right, "as before when decrypted", begun);
  }

  /** Only rank 0 has the whole, before and after. */
  private static byte[] inParts(Idea idea, byte[] whole) throws MPIException {
    int length = whole.length / MPI.COMM_WORLD.getSize();
    byte[] part = new byte[length];
    MPI.COMM_WORLD.scatter(whole, length, MPI.BYTE, part, length, MPI.BYTE, 0);
    byte[] result = new byte[whole.length];
    MPI.COMM_WORLD.gather(idea.apply(part), length, MPI.BYTE, result, length, MPI.BYTE, 0);
    return result;
  }
}
