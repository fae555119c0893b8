/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.nodemanager.files;

import java.io.IOException;
import java.net.URISyntaxException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.DelegateToFileSystem;
import org.apache.hadoop.fs.FsConstants;
import org.apache.hadoop.fs.FsServerDefaults;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.local.LocalConfigKeys;

/** {@link NoProcessFileSystem} as FileContext sees it; what Hadoop's RawLocalFs is to its own. */
final class NoProcessRawFs extends DelegateToFileSystem {
  private static final int NO_PORT = -1;

  NoProcessRawFs(Configuration conf) throws IOException, URISyntaxException {
    super(
        FsConstants.LOCAL_FS_URI,
        new NoProcessFileSystem(),
        conf,
        FsConstants.LOCAL_FS_URI.getScheme(),
        false);
  }

  @Override
  public int getUriDefaultPort() {
    return NO_PORT;
  }

  @Override
  public FsServerDefaults getServerDefaults(Path path) {
    return defaults();
  }

  @Override
  @Deprecated
  public FsServerDefaults getServerDefaults() {
    return defaults();
  }

  private static FsServerDefaults defaults() {
    return new FsServerDefaults(
        LocalConfigKeys.BLOCK_SIZE_DEFAULT,
        LocalConfigKeys.BYTES_PER_CHECKSUM_DEFAULT,
        LocalConfigKeys.CLIENT_WRITE_PACKET_SIZE_DEFAULT,
        LocalConfigKeys.REPLICATION_DEFAULT,
        LocalConfigKeys.STREAM_BUFFER_SIZE_DEFAULT,
        LocalConfigKeys.ENCRYPT_DATA_TRANSFER_DEFAULT,
        LocalConfigKeys.FS_TRASH_INTERVAL_DEFAULT,
        LocalConfigKeys.CHECKSUM_TYPE_DEFAULT,
        LocalConfigKeys.KEY_PROVIDER_URI_DEFAULT);
  }

  /** Each name that the operating system takes. */
  @Override
  public boolean isValidName(String name) {
    return true;
  }
}
