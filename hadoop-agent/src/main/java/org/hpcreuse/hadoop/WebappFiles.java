/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.hadoop;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * The web applications in the framework's jars, each as a small archive. Jetty unpacks a web
 * application from a jar by reading the jar from its begin to its end: for the few files of an
 * ApplicationMaster some megabytes are inflated. Thread-safe.
 */
public final class WebappFiles {
  private static final String SLASH = "/";

  /** By URL without a slash at the end. Code of a container must not change it. */
  private static final AtomicReference<Map<String, byte[]>> ARCHIVES = new AtomicReference<>();

  private WebappFiles() {}

  /**
   * Takes web applications out of the framework's jars.
   *
   * @param framework its class loader
   * @param names of directories, like {@code webapps/mapreduce}; those that are in no jar are left
   *     out
   * @return an archive of each, by URL
   * @throws IOException when a jar cannot be read
   */
  public static Map<String, byte[]> read(ClassLoader framework, List<String> names)
      throws IOException {
    Map<String, byte[]> archives = new LinkedHashMap<>();
    for (String name : names) {
      URL url = framework.getResource(name);
      if (url != null && url.getProtocol().equals("jar")) {
        archives.put(key(url), archive(url));
      }
    }
    return archives;
  }

  /** Takes what has been read. Only the first call has an effect. */
  public static void install(Map<String, byte[]> archives) {
    ARCHIVES.compareAndSet(null, Map.copyOf(archives));
  }

  /** Whether {@link #install} has been called. */
  public static boolean isInstalled() {
    return ARCHIVES.get() != null;
  }

  /**
   * What to unpack a web application from. Jetty's rewritten class calls it when it has opened the
   * jar.
   *
   * @param jar the whole jar; closed when there is something smaller
   * @param directory the web application in it
   * @return a stream in the format of a jar, with all entries below the directory
   */
  public static InputStream of(InputStream jar, URL directory) throws IOException {
    Map<String, byte[]> known = ARCHIVES.get();
    byte[] archive = known == null ? null : known.get(key(directory));
    if (archive == null) {
      return jar;
    }
    jar.close();
    return new ByteArrayInputStream(archive);
  }

  private static String key(URL url) {
    String text = url.toExternalForm();
    return text.endsWith(SLASH) ? text.substring(0, text.length() - 1) : text;
  }

  /** The entries whose names begin as Jetty looks for them, in the order of the jar. */
  private static byte[] archive(URL directory) throws IOException {
    JarURLConnection connection = (JarURLConnection) directory.openConnection();
    connection.setUseCaches(false);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JarFile jar = connection.getJarFile();
        ZipOutputStream archive = new ZipOutputStream(bytes)) {
      String prefix = connection.getEntryName();
      for (JarEntry entry : (Iterable<JarEntry>) jar.stream()::iterator) {
        if (entry.getName().startsWith(prefix)) {
          ZipEntry copy = new ZipEntry(entry.getName());
          copy.setTime(entry.getTime());
          archive.putNextEntry(copy);
          try (InputStream content = jar.getInputStream(entry)) {
            content.transferTo(archive);
          }
          archive.closeEntry();
        }
      }
    }
    return bytes.toByteArray();
  }
}
