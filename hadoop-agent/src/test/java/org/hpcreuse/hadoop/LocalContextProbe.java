/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.hadoop;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.UnsupportedFileSystemException;
import org.apache.hadoop.fs.permission.FsPermission;

/** Runs with the agent: asks for local contexts, and counts the configurations made for them. */
final class LocalContextProbe {
  private static int made;

  private LocalContextProbe() {}

  public static void main(String[] arguments) throws Exception {
    System.out.println("not installed: " + umask(FileContext.getLocalFSFileContext()));
    Configuration shared = new Configuration();
    shared.set("fs.permissions.umask-mode", "027");
    LocalContexts.install(() -> make(shared));
    FileContext first = FileContext.getLocalFSFileContext();
    first.setUMask(new FsPermission((short) 077));
    System.out.println("first: " + umask(first) + " of " + made);
    System.out.println("second: " + umask(FileContext.getLocalFSFileContext()) + " of " + made);
    System.out.println("own: " + umask(FileContext.getLocalFSFileContext(new Configuration())));
    LocalContexts.install(() -> null);
    System.out.println("once: " + umask(FileContext.getLocalFSFileContext()) + " of " + made);
  }

  private static FileContext make(Configuration shared) {
    made++;
    try {
      return FileContext.getLocalFSFileContext(shared);
    } catch (UnsupportedFileSystemException e) {
      return null;
    }
  }

  private static String umask(FileContext context) {
    return context.getUMask() + " " + context.getDefaultFileSystem().getUri();
  }
}
