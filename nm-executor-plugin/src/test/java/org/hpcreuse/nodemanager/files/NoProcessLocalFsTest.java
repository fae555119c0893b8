/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.nodemanager.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.stream.Stream;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.fs.FsConstants;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.io.nativeio.NativeIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The stock class is the measure: the same files, links and modes, but no process. */
class NoProcessLocalFsTest {
  private static final String STOCK = "org.apache.hadoop.fs.local.LocalFs";

  @TempDir private java.nio.file.Path dir;

  /** What localisation and a launch do; returns what is there afterwards. */
  private List<String> use(String implementation) throws IOException {
    Configuration conf = new Configuration();
    conf.set(NoProcessLocalFs.KEY, implementation);
    FileContext files = FileContext.getFileContext(FsConstants.LOCAL_FS_URI, conf);
    java.nio.file.Path root = Files.createTempDirectory(dir, "root");
    Path base = new Path(root.toString());
    files.mkdir(new Path(base, "a/b"), new FsPermission((short) 0710), true);
    files.mkdir(new Path(base, "sticky"), FsPermission.getDirDefault(), false);
    files.setPermission(new Path(base, "sticky"), new FsPermission((short) 01755));
    Path file = new Path(base, "a/b/file_tmp");
    try (FSDataOutputStream out =
        files.create(file, EnumSet.of(CreateFlag.CREATE, CreateFlag.OVERWRITE))) {
      out.writeUTF("text");
    }
    files.setPermission(file, new FsPermission((short) 0640));
    files.rename(file, new Path(base, "a/b/file"), Options.Rename.OVERWRITE);
    List<String> found = new ArrayList<>();
    found.add(files.getFileLinkStatus(new Path(base, "a/b/file")).isFile() + "");
    found.add(files.getServerDefaults(base).getBlockSize() + "");
    try (Stream<java.nio.file.Path> all = Files.walk(root)) {
      for (java.nio.file.Path path : all.sorted().toList()) {
        found.add(root.relativize(path) + " " + Files.getAttribute(path, "unix:mode"));
      }
    }
    return found;
  }

  private long processesOf(String implementation) throws IOException {
    java.nio.file.Path file = dir.resolve("recording.jfr");
    try (Recording recording = new Recording()) {
      recording.enable("jdk.ProcessStart");
      recording.start();
      use(implementation);
      recording.stop();
      recording.dump(file);
    }
    return starts(file);
  }

  private static long starts(java.nio.file.Path recording) throws IOException {
    return RecordingFile.readAllEvents(recording).stream()
        .filter(event -> event.getEventType().getName().equals("jdk.ProcessStart"))
        .count();
  }

  @Test
  void shouldMakeWhatHadoopMakes() throws Exception {
    assertThat(use(NoProcessLocalFs.class.getName())).isEqualTo(use(STOCK));
  }

  @Test
  void shouldTellALinkAsHadoopDoes() throws Exception {
    Files.writeString(dir.resolve("file"), "text");
    Path link = new Path(Files.createSymbolicLink(dir.resolve("link"), dir.resolve("file")) + "");
    for (String implementation : List.of(STOCK, NoProcessLocalFs.class.getName())) {
      Configuration conf = new Configuration();
      conf.set(NoProcessLocalFs.KEY, implementation);
      FileContext files = FileContext.getFileContext(FsConstants.LOCAL_FS_URI, conf);
      assertThat(files.getFileLinkStatus(link).isSymlink()).as(implementation).isTrue();
      assertThat(files.getFileStatus(link).isFile()).as(implementation).isTrue();
    }
  }

  @Test
  void shouldStartNoProcess() throws Exception {
    assumeThat(NativeIO.isAvailable()).as("libhadoop").isFalse();
    assertThat(processesOf(STOCK)).isPositive();
    assertThat(processesOf(NoProcessLocalFs.class.getName())).isZero();
  }

  @Test
  void shouldCopyByTheOlderInterfaceWithoutAProcess() throws Exception {
    Configuration conf = new Configuration();
    conf.setClass(NoProcessLocalFs.OLDER_KEY, NoProcessLocalFileSystem.class, FileSystem.class);
    Files.writeString(dir.resolve("from"), "text");
    java.nio.file.Path file = dir.resolve("copy.jfr");
    try (Recording recording = new Recording();
        FileSystem files = FileSystem.newInstance(FsConstants.LOCAL_FS_URI, conf)) {
      recording.enable("jdk.ProcessStart");
      recording.start();
      Path to = new Path(dir.resolve("to").toString());
      assertThat(
              FileUtil.copy(
                  files, new Path(dir.resolve("from").toString()), files, to, false, conf))
          .isTrue();
      files.setPermission(to, new FsPermission((short) 0600));
      recording.dump(file);
    }
    assertThat(starts(file)).isZero();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(dir.resolve("to"))))
        .isEqualTo("rw-------");
    assertThat(dir.resolve(".to.crc")).exists();
  }

  @Test
  void shouldBeTheDefaultOfAProcessThatAsksForIt() {
    NoProcessLocalFs.install();
    NoProcessLocalFs.install();

    assertThat(new Configuration().get(NoProcessLocalFs.KEY))
        .isEqualTo(NoProcessLocalFs.class.getName());
    assertThat(new Configuration().get(NoProcessLocalFs.OLDER_KEY))
        .isEqualTo(NoProcessLocalFileSystem.class.getName());
  }
}
