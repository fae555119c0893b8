/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.hadoop.filesystem;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hpcreuse.cleanup.LeakCase.leak;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalDirAllocator;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.StorageStatistics;
import org.apache.hadoop.fs.statistics.impl.IOStatisticsContextIntegration;
import org.hpcreuse.cleanup.LeakCase;
import org.hpcreuse.cleanup.LeakCases;
import org.hpcreuse.cleanup.hadoop.RestoreStatics;
import org.hpcreuse.cleanup.state.ReflectiveAccess;

/** What containers leave in the file systems of Hadoop. */
class FileSystemLeaksTest extends LeakCases {
  @Override
  protected Stream<LeakCase<?, ?>> leaks() {
    return Stream.of(
        leak("a file system found as a service")
            .without(RestoreStatics.class)
            .container(FileSystemLeaksTest::findFileSystem)
            .look(FileSystemLeaksTest::services)
            .leftOut(services -> assertThat(services).containsKey("first"))
            .released(services -> assertThat(services).isEmpty()),
        leak("the count of bytes written")
            .without(RestoreStatics.class)
            .container(run -> write100Bytes(run.directory().resolve("file")))
            .look(FileSystemLeaksTest::bytesWritten)
            .leftOut(bytes -> assertThat(bytes).isGreaterThanOrEqualTo(100))
            .released(bytes -> assertThat(bytes).isZero()),
        leak("the context of a thread's statistics")
            .without(RestoreStatics.class)
            .containerGets(IOStatisticsContextIntegration::getCurrentIOStatisticsContext)
            .look(IOStatisticsContextIntegration::getCurrentIOStatisticsContext)
            .leftOut((first, now) -> assertThat(now).isSameAs(first))
            .released((first, now) -> assertThat(now).isNotSameAs(first)),
        leak("the local directories of a setting")
            .without(RestoreStatics.class)
            .container(run -> allocate("first.dirs", run.directory()))
            .look(() -> LocalDirAllocator.isContextValid("first.dirs"))
            .leftOut(known -> assertThat(known).isTrue())
            .released(known -> assertThat(known).isFalse()));
  }

  private static void findFileSystem() throws Exception {
    FileSystem.getFileSystemClass("file", new Configuration());
    services().put("first", LocalFileSystem.class);
  }

  @SuppressWarnings("unchecked") // a static map of schemes to classes
  private static Map<String, Object> services() throws ReflectiveOperationException {
    return (Map<String, Object>)
        ReflectiveAccess.ofClass(FileSystem.class).get("SERVICE_FILE_SYSTEMS");
  }

  private static void write100Bytes(Path file) throws IOException {
    FileSystem local = FileSystem.getLocal(new Configuration());
    try (FSDataOutputStream out = local.create(new org.apache.hadoop.fs.Path(file.toUri()))) {
      out.write(new byte[100]);
    }
  }

  private static long bytesWritten() {
    long bytes = 0;
    Iterator<StorageStatistics> all = FileSystem.getGlobalStorageStatistics().iterator();
    while (all.hasNext()) {
      Long written = all.next().getLong("bytesWritten");
      bytes += written == null ? 0 : written;
    }
    return bytes;
  }

  private static void allocate(String setting, Path directory) throws IOException {
    Configuration conf = new Configuration();
    conf.set(setting, directory.toString());
    new LocalDirAllocator(setting).getLocalPathForWrite("file", conf);
  }
}
