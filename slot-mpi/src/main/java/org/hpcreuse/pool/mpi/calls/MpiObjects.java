/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.mpi.calls;

import java.util.ArrayList;
import java.util.List;
import mpi.Comm;
import mpi.Datatype;
import mpi.Freeable;
import mpi.Group;
import mpi.Info;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Op;
import mpi.Request;
import mpi.Win;
import org.hpcreuse.cleanup.boot.SlotHooks;

/**
 * The MPI objects that the container has made. Constructors of {@code mpi.*} report here.
 * Thread-safe.
 *
 * <p>What a container leaves is freed where a call of this process alone does it. The rest is kept
 * for ever: a message may come for it, and then must not find the memory of somebody else, nor a
 * communicator of the next container.
 */
public final class MpiObjects {
  /** Objects that are gone are taken out when there are so many; then twice as many as are left. */
  private static final int FIRST_SWEEP = 256;

  private static final List<Freeable> OBJECTS = new ArrayList<>();

  /** Written with the lock held. */
  private static final List<Object> LEFT = new ArrayList<>();

  private static int sweepAt = FIRST_SWEEP;
  private static long leftBytes;

  /** Whether a call of the container has failed; a request that was in it may be gone then. */
  private static boolean failed;

  private MpiObjects() {}

  /** At the end of a constructor. */
  public static void made(Freeable object) throws MPIException {
    if (!SlotHooks.inContainer()) {
      return;
    }
    if (object instanceof Win window) {
      // It does not inherit that an error is an exception and not the end of the process.
      window.setErrhandler(MPI.ERRORS_RETURN);
    }
    synchronized (OBJECTS) {
      OBJECTS.add(object);
      if (OBJECTS.size() >= sweepAt) {
        OBJECTS.removeIf(MpiObjects::isGone);
        sweepAt = Math.max(FIRST_SWEEP, 2 * OBJECTS.size());
      }
    }
  }

  /** At the end of the constructor of the exception that native code throws. */
  public static void failed() {
    if (SlotHooks.inContainer()) {
      synchronized (OBJECTS) {
        failed = true;
      }
    }
  }

  /** Whether the program has freed it, or a request is complete. */
  private static boolean isGone(Freeable object) {
    if (object instanceof Request request) {
      return request.isNull();
    } else if (object instanceof Comm comm) {
      return comm.isNull();
    } else if (object instanceof Datatype type) {
      return type.isNull();
    } else if (object instanceof Op op) {
      return op.isNull();
    } else if (object instanceof Group group) {
      return group.isNull();
    }
    return object instanceof Info info && info.isNull();
  }

  /** At the end of {@link Win#free}: a window does not tell that it is gone. */
  public static void freed(Freeable window) {
    synchronized (OBJECTS) {
      OBJECTS.removeIf(object -> object == window);
    }
  }

  /** The communicators that the container has made and not freed, oldest first. */
  public static List<Intracomm> communicators() {
    synchronized (OBJECTS) {
      return OBJECTS.stream()
          .filter(object -> object instanceof Intracomm comm && !comm.isNull())
          .map(Intracomm.class::cast)
          .toList();
    }
  }

  /** Native code may use this object, and its memory, as long as the process lives. */
  public static void keepForEver(Freeable object) {
    synchronized (OBJECTS) {
      OBJECTS.remove(object);
      leave(object);
    }
  }

  /** Called with the lock held. */
  private static void leave(Freeable object) {
    LEFT.add(object);
    if (object instanceof Request request) {
      leftBytes += Bindings.bytesOf(request);
    }
  }

  /** Bytes of programs' own buffers that this process keeps for ever. */
  public static long leftBytes() {
    synchronized (OBJECTS) {
      return leftBytes;
    }
  }

  /** The program's object stands for nothing any more; what it stood for stays for ever. */
  static void forget(Comm comm) {
    synchronized (OBJECTS) {
      LEFT.add(Bindings.takeAway(comm));
    }
  }

  /** How many objects containers have left that this process keeps for ever. */
  public static int left() {
    synchronized (OBJECTS) {
      return LEFT.size();
    }
  }

  /** The container is over, and none of its threads is left. */
  public static void release() {
    synchronized (OBJECTS) {
      OBJECTS.removeIf(MpiObjects::isGone);
      for (Freeable object : OBJECTS) {
        if (object instanceof Datatype
            || object instanceof Op
            || object instanceof Group
            || object instanceof Info) {
          free(object);
        } else if (!isComplete(object)) {
          leave(object);
        }
      }
      OBJECTS.clear();
      failed = false;
      sweepAt = FIRST_SWEEP;
    }
    NativeMemory.trim();
  }

  /** Whether it is a request that the container has not waited for, but that is done. */
  private static boolean isComplete(Freeable object) {
    try {
      return !failed && object instanceof Request request && request.test();
    } catch (MPIException e) {
      return true; // it has failed, and is done
    }
  }

  private static void free(Freeable object) {
    try {
      object.free();
    } catch (MPIException e) {
      LEFT.add(object);
    }
  }
}
