/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.hadoop;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.net.URLConnection;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eclipse.jetty.util.resource.Resource;

/** Runs with the agent: unpacks a web application twice. */
final class WebappProbe {
  private WebappProbe() {}

  public static void main(String[] arguments) throws Exception {
    URLConnection.setDefaultUseCaches("jar", false);
    Path dir = Path.of(arguments[0]);
    Path jar = dir.resolve("apps.jar");
    write(jar, "a");
    URL app = new URL("jar:" + jar.toUri().toURL() + "!/webapps/app/");
    System.out.println("before: " + unpack(app, dir.resolve("plain")));
    try (URLClassLoader loader = new URLClassLoader(new URL[] {jar.toUri().toURL()}, null)) {
      List<String> names = List.of("webapps/app", "webapps/missing");
      Map<String, byte[]> archives = WebappFiles.read(loader, names);
      WebappFiles.install(archives);
      System.out.println("known: " + archives.size());
    }
    write(jar, "not read any more");
    System.out.println("after: " + unpack(app, dir.resolve("known")));
    System.out.println("done");
  }

  private static void write(Path jar, String content) throws IOException {
    try (OutputStream out = Files.newOutputStream(jar);
        JarOutputStream entries = new JarOutputStream(out)) {
      add(entries, "other/c.txt", "c");
      add(entries, "webapps/app/", "");
      add(entries, "webapps/app/a.txt", content);
      add(entries, "webapps/app/deep/b.txt", "b");
    }
  }

  private static void add(JarOutputStream entries, String name, String content) throws IOException {
    JarEntry entry = new JarEntry(name);
    entry.setTime(1_000_000_000_000L);
    entries.putNextEntry(entry);
    entries.write(content.getBytes(StandardCharsets.UTF_8));
    entries.closeEntry();
  }

  private static String unpack(URL app, Path target) throws IOException {
    Resource.newResource(app).copyTo(target.toFile());
    try (Stream<Path> files = Files.walk(target)) {
      return files
          .filter(file -> !file.equals(target))
          .map(file -> "webapps/app/" + target.relativize(file))
          .sorted()
          .collect(Collectors.joining(" "));
    }
  }
}
