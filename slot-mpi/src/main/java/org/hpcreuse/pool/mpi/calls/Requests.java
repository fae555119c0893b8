/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.mpi.calls;

import java.util.Arrays;
import java.util.Objects;
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
    MpiWaits.until(request::test, done -> done);
  }

  /** {@link Request#waitStatus}. */
  public static Status waitStatus(Request request) throws MPIException {
    return MpiWaits.until(request::testStatus, Objects::nonNull);
  }

  /** {@link Request#waitAll}. */
  public static void waitAll(Request[] requests) throws MPIException {
    MpiWaits.until(() -> Request.testAll(requests), done -> done);
  }

  /** {@link Request#waitAllStatus}. */
  public static Status[] waitAllStatus(Request[] requests) throws MPIException {
    return MpiWaits.until(() -> Request.testAllStatus(requests), Objects::nonNull);
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
    return MpiWaits.until(() -> Request.testAnyStatus(requests), Objects::nonNull);
  }

  /** {@link Request#waitSome}; null when no request is active. */
  public static int[] waitSome(Request[] requests) throws MPIException {
    return MpiWaits.until(
        () -> Request.testSome(requests), indexes -> indexes == null || indexes.length > 0);
  }

  /** {@link Request#waitSomeStatus}; null when no request is active. */
  public static Status[] waitSomeStatus(Request[] requests) throws MPIException {
    return MpiWaits.until(
        () -> Request.testSomeStatus(requests),
        statuses -> statuses == null || statuses.length > 0);
  }
}
