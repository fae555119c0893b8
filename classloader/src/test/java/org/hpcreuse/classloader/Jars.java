/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.classloader;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** Makes jars of small classes and resources. */
public final class Jars {
  private final Path dir;
  private final Map<String, byte[]> entries = new LinkedHashMap<>();

  private Jars(Path dir) {
    this.dir = dir;
  }

  public static Jars in(Path dir) {
    return new Jars(dir);
  }

  public Jars resource(String name, String content) {
    return resource(name, content.getBytes(StandardCharsets.UTF_8));
  }

  public Jars resource(String name, byte[] content) {
    entries.put(name, content);
    return this;
  }

  /** A manifest with this line in it; call it first. */
  public Jars manifest(String line) {
    return resource("META-INF/MANIFEST.MF", "Manifest-Version: 1.0\n" + line + "\n\n");
  }

  /** A class with a static method {@code text()} that returns the given text. */
  public Jars type(String binaryName, String text) {
    return source(binaryName, "public static String text() { return \"" + text + "\"; }");
  }

  /** A class with this body, compiled against the given jars. */
  public Jars source(String binaryName, String body, Path... against) {
    int dot = binaryName.lastIndexOf('.');
    String code =
        "package "
            + binaryName.substring(0, dot)
            + "; public class "
            + binaryName.substring(dot + 1)
            + " { "
            + body
            + " }";
    entries.putAll(compile(binaryName, code, against));
    return this;
  }

  public Path jar(String name) {
    Path file = dir.resolve(name);
    try (OutputStream out = Files.newOutputStream(file);
        JarOutputStream jar = new JarOutputStream(out)) {
      for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
        jar.putNextEntry(new JarEntry(entry.getKey()));
        jar.write(entry.getValue());
        jar.closeEntry();
      }
      return file.toRealPath();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public Path directory(String name) {
    try {
      Path root = Files.createDirectories(dir.resolve(name));
      for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
        Path file = root.resolve(entry.getKey());
        Files.createDirectories(file.getParent());
        Files.write(file, entry.getValue());
      }
      return root.toRealPath();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Map<String, byte[]> compile(String binaryName, String code, Path... against) {
    try {
      Path out = Files.createTempDirectory(dir, "classes");
      JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
      JavaFileObject unit =
          new SimpleJavaFileObject(
              URI.create("string:///" + binaryName.replace('.', '/') + ".java"),
              JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreEncodingErrors) {
              return code;
            }
          };
      String path = String.join(":", Arrays.stream(against).map(Path::toString).toList());
      List<String> options = List.of("-d", out.toString(), "-cp", path, "-proc:none");
      if (!compiler.getTask(null, null, null, options, null, List.of(unit)).call()) {
        throw new IllegalArgumentException("does not compile: " + code);
      }
      Map<String, byte[]> classes = new LinkedHashMap<>();
      try (Stream<Path> files = Files.walk(out)) {
        for (Path file : files.filter(Files::isRegularFile).toList()) {
          classes.put(out.relativize(file).toString(), Files.readAllBytes(file));
        }
      }
      return classes;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
