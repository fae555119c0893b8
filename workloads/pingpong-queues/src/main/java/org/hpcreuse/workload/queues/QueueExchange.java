/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.queues;

import java.io.Closeable;
import org.hpcreuse.workload.pingpong.Exchange;

/** Messages over a queue of this machine. */
interface QueueExchange extends Exchange, Closeable {
  /** Where the first process listens, on the loopback interface. */
  int port();
}
