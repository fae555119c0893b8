/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.nodemanager.files;

import org.apache.hadoop.fs.LocalFileSystem;

/** Local files with checksums, for Hadoop's older interface; a localizer copies files by it. */
public final class NoProcessLocalFileSystem extends LocalFileSystem {
  /** Hadoop makes it by reflection. */
  public NoProcessLocalFileSystem() {
    super(new NoProcessFileSystem());
  }
}
