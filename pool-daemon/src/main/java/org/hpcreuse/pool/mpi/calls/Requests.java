/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.mpi.calls;

import java.util.Arrays;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import mpi.Status;

/**
 * Waiting for requests of the program's own. Results are those of the methods of {@link Request}
 * that call these. A request that is not complete when the container must not wait any more stays
 * the program's.
 */
public final class Requests {
  private Requests() {}

  /** {@link Request#waitFor}. */
  public static void waitFor(Request request) throws MPIException {
    Waits.Looks looks = new Waits.Looks();
    while (!request.test()) {
      looks.next();
    }
  }

  /** {@link Request#waitStatus}. */
  public static Status waitStatus(Request request) throws MPIException {
    Waits.Looks looks = new Waits.Looks();
    Status status = request.testStatus();
    while (status == null) {
      looks.next();
      status = request.testStatus();
    }
    return status;
  }

  /** {@link Request#waitAll}. */
  public static void waitAll(Request[] requests) throws MPIException {
    Waits.Looks looks = new Waits.Looks();
    while (!Request.testAll(requests)) {
      looks.next();
    }
  }

  /** {@link Request#waitAllStatus}. */
  public static Status[] waitAllStatus(Request[] requests) throws MPIException {
    Waits.Looks looks = new Waits.Looks();
    Status[] statuses = Request.testAllStatus(requests);
    while (statuses == null) {
      looks.next();
      statuses = Request.testAllStatus(requests);
    }
    return statuses;
  }

  /** {@link Request#waitAny}. */
  public static int waitAny(Request[] requests) throws MPIException {
    if (Arrays.stream(requests).allMatch(Request::isNull)) {
      return MPI.UNDEFINED;
    }
    return waitAnyStatus(requests).getIndex();
  }

  /** {@link Request#waitAnyStatus}. */
  public static Status waitAnyStatus(Request[] requests) throws MPIException {
    Waits.Looks looks = new Waits.Looks();
    Status status = Request.testAnyStatus(requests);
    while (status == null) {
      looks.next();
      status = Request.testAnyStatus(requests);
    }
    return status;
  }

  /** {@link Request#waitSome}; null when no request is active. */
  public static int[] waitSome(Request[] requests) throws MPIException {
    Waits.Looks looks = new Waits.Looks();
    int[] indexes = Request.testSome(requests);
    while (indexes != null && indexes.length == 0) {
      looks.next();
      indexes = Request.testSome(requests);
    }
    return indexes;
  }

  /** {@link Request#waitSomeStatus}; null when no request is active. */
  public static Status[] waitSomeStatus(Request[] requests) throws MPIException {
    Waits.Looks looks = new Waits.Looks();
    Status[] statuses = Request.testSomeStatus(requests);
    while (statuses != null && statuses.length == 0) {
      looks.next();
      statuses = Request.testSomeStatus(requests);
    }
    return statuses;
  }
}
