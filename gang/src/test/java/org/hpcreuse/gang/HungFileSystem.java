/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.gang;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.util.concurrent.CountDownLatch;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;

/** Local files below a scheme of their own; what lists or removes some waits until it is told. */
public final class HungFileSystem extends RawLocalFileSystem {
  public static final String SCHEME = "hung";
  private static volatile CountDownLatch answers = new CountDownLatch(0);

  /** A configuration whose file system this is. */
  public static Configuration configuration() {
    Configuration conf = new Configuration();
    conf.set("fs.defaultFS", SCHEME + ":///");
    conf.setClass("fs." + SCHEME + ".impl", HungFileSystem.class, HungFileSystem.class);
    conf.setBoolean("fs." + SCHEME + ".impl.disable.cache", true);
    return conf;
  }

  public static void hang() {
    answers = new CountDownLatch(1);
  }

  public static void answer() {
    answers.countDown();
  }

  @Override
  public URI getUri() {
    return URI.create(SCHEME + ":///");
  }

  @Override
  public String getScheme() {
    return SCHEME;
  }

  private static void await() throws IOException {
    try {
      answers.await();
    } catch (InterruptedException e) {
      throw (IOException) new InterruptedIOException("interrupted").initCause(e);
    }
  }

  @Override
  public boolean delete(Path path, boolean recursive) throws IOException {
    await();
    return super.delete(path, recursive);
  }

  @Override
  public FileStatus[] listStatus(Path path) throws IOException {
    await();
    return super.listStatus(path);
  }
}
