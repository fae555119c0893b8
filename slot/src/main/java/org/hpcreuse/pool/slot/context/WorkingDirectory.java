/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot.context;

import com.sun.jna.LastErrorException;
import java.io.File;
import java.lang.reflect.Field;
import java.nio.charset.Charset;
import java.nio.file.FileSystems;
import java.util.Arrays;
import org.hpcreuse.pool.slot.process.LibC;

/**
 * The working directory: the kernel's, and the two copies of {@code user.dir} that java.io and
 * java.nio made when they started. Needs {@code --add-opens} of java.io and sun.nio.fs.
 */
final class WorkingDirectory {
  private final Object ioFileSystem;
  private final Field ioUserDir;
  private final Field nioDefaultDirectory;

  WorkingDirectory() throws ReflectiveOperationException {
    // The JDK's name for it has changed to that of a constant since 17.
    Field fs =
        Arrays.stream(File.class.getDeclaredFields())
            .filter(field -> field.getName().equalsIgnoreCase("fs"))
            .findFirst()
            .orElseThrow(() -> new NoSuchFieldException("java.io.File.fs"));
    fs.setAccessible(true);
    ioFileSystem = fs.get(null);
    ioUserDir = ioFileSystem.getClass().getDeclaredField("userDir");
    ioUserDir.setAccessible(true);
    nioDefaultDirectory =
        Class.forName("sun.nio.fs.UnixFileSystem").getDeclaredField("defaultDirectory");
    nioDefaultDirectory.setAccessible(true);
  }

  /**
   * Changes to an absolute directory.
   *
   * @throws IllegalStateException when that cannot be entered, naming it
   */
  void change(String directory) throws ReflectiveOperationException {
    try {
      LibC.chdir(directory);
    } catch (LastErrorException e) {
      throw new IllegalStateException("working directory " + directory + ": " + e.getMessage(), e);
    }
    System.setProperty("user.dir", directory);
    ioUserDir.set(ioFileSystem, directory);
    nioDefaultDirectory.set(
        FileSystems.getDefault(), directory.getBytes(Charset.forName(jnuEncoding())));
  }

  private static String jnuEncoding() {
    return System.getProperty("sun.jnu.encoding", "UTF-8");
  }
}
