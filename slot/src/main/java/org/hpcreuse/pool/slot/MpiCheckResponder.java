/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot;

import java.io.IOException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.hpcreuse.pool.slot.extension.ExtensionFailure;
import org.hpcreuse.pool.slot.extension.PoolMembership;
import org.hpcreuse.pool.slot.process.SlotLog;
import org.hpcreuse.protocol.wire.Message;

/**
 * Answers MPI checks in a thread of its own: the call blocks in native code until all processes
 * named take part, and must not hold up containers or messages.
 */
final class MpiCheckResponder implements Runnable {
  private final PoolMembership membership;
  private final SlotLink link;
  private final SlotLog log;
  private final BlockingQueue<Message.MpiCheck> queue = new LinkedBlockingQueue<>();

  MpiCheckResponder(PoolMembership membership, SlotLink link, SlotLog log) {
    this.membership = membership;
    this.link = link;
    this.log = log;
  }

  void submit(Message.MpiCheck check) {
    queue.add(check);
  }

  @Override
  public void run() {
    try {
      while (true) {
        Message.MpiCheck check = queue.take();
        link.send(answer(check));
      }
    } catch (InterruptedException | IOException e) {
      log.warn("no more MPI checks are answered", e);
    }
  }

  private Message.MpiChecked answer(Message.MpiCheck check) {
    try {
      return new Message.MpiChecked(
          check.checkId(), membership.sumOver(check.numbers(), check.checkId()), "");
    } catch (ExtensionFailure | RuntimeException e) {
      log.warn("MPI check " + check.checkId(), e);
      return new Message.MpiChecked(check.checkId(), -1, e.getMessage());
    }
  }
}
