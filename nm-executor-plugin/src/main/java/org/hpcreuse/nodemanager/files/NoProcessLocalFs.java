/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.nodemanager.files;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.ChecksumFs;
import org.apache.hadoop.fs.DelegateToFileSystem;
import org.apache.hadoop.fs.FsConstants;
import org.apache.hadoop.fs.FsServerDefaults;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.local.LocalConfigKeys;
import org.apache.hadoop.io.nativeio.NativeIO;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Local files with checksums, for {@code FileContext}; what Hadoop's LocalFs is, without its
 * processes. The NodeManager uses it for what it localises and for the files of each launch.
 */
public final class NoProcessLocalFs extends ChecksumFs {
  static final String KEY = "fs.AbstractFileSystem.file.impl";

  /** For Hadoop's older interface; Hadoop sets none, it finds its own class as a service. */
  static final String OLDER_KEY = "fs.file.impl";

  static final String RESOURCE = "hpc-reuse-nodemanager.xml";
  private static final String HADOOPS_DEFAULTS = "core-default.xml";
  private static final Logger LOG = LoggerFactory.getLogger(NoProcessLocalFs.class);

  /** Hadoop makes it by reflection, with these parameters. */
  public NoProcessLocalFs(URI uri, Configuration conf) throws IOException, URISyntaxException {
    super(new NoProcessRawFs(conf));
  }

  /**
   * Has this process use it wherever a configuration does not name another one. Does nothing where
   * libhadoop is there, since Hadoop then starts no processes, or where a site has set one of the
   * two keys itself. Call it before file contexts are made, because each keeps its file system.
   */
  public static void install() {
    if (NativeIO.isAvailable()) {
      return;
    }
    Configuration conf = new Configuration();
    String[] sources = conf.getPropertySources(KEY);
    boolean isHadoops = sources != null && sources[sources.length - 1].endsWith(HADOOPS_DEFAULTS);
    if (!isHadoops || conf.get(OLDER_KEY) != null) {
      LOG.info(
          "{} is {}, {} is {}: left as they are",
          KEY,
          conf.get(KEY),
          OLDER_KEY,
          conf.get(OLDER_KEY));
      return;
    }
    Configuration.addDefaultResource(RESOURCE);
  }

  /** {@link NoProcessFileSystem} as FileContext sees it; what Hadoop's RawLocalFs is to its own. */
  private static final class NoProcessRawFs extends DelegateToFileSystem {
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
}
