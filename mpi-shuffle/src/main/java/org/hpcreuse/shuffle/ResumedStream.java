/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.shuffle;

import java.io.IOException;
import java.io.InputStream;
import java.util.function.LongConsumer;

/**
 * A stream that goes on with another one when it fails. The other one has the same bytes, from the
 * first one on.
 */
final class ResumedStream extends BulkStream {
  /** Opens the other stream. */
  interface Other {
    /**
     * Opens it.
     *
     * @param failure of the first one
     * @throws IOException when there is no other, which ends the stream
     */
    InputStream open(IOException failure) throws IOException;
  }

  private final InputStream first;
  private final Other other;
  private final LongConsumer firstBytes;
  private final LongConsumer otherBytes;

  /** Null while the first one has not failed. */
  private volatile InputStream second;

  private long count;

  /**
   * Makes one.
   *
   * @param firstBytes hears how many bytes have come from the first stream
   * @param otherBytes the same of the other one, without those that were passed over
   */
  ResumedStream(InputStream first, Other other, LongConsumer firstBytes, LongConsumer otherBytes) {
    this.first = first;
    this.other = other;
    this.firstBytes = firstBytes;
    this.otherBytes = otherBytes;
  }

  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    if (second == null) {
      try {
        int read = first.read(into, offset, length);
        count += Math.max(0, read);
        firstBytes.accept(Math.max(0, read));
        return read;
      } catch (IOException e) {
        first.close();
        InputStream opened = other.open(e);
        opened.skipNBytes(count);
        second = opened;
      }
    }
    int read = second.read(into, offset, length);
    otherBytes.accept(Math.max(0, read));
    return read;
  }

  @Override
  public void close() throws IOException {
    first.close();
    if (second != null) {
      second.close();
    }
  }
}
