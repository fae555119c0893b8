/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.workload;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.hpcreuse.bench.cluster.Cluster;

/**
 * Word count from a jar of 2,000 classes, all initialised in each task: 14 maps, 2 reduces, one
 * ApplicationMaster.
 *
 * @param directory local directory for input and jar
 * @param jobJar the jar of the job, to which the classes are added
 */
public record ManyClasses(Path directory, Path jobJar) implements Workload {
  /** Containers of one run. */
  public static final int CONTAINERS = 17;

  private static final int CLASSES = 2_000;
  private static final int MAPS = 14;
  private static final String REDUCES = "-Dmapreduce.job.reduces=2";
  private static final String NAME = "manyclasses";
  private static final String INPUT = Hdfs.path(NAME + "-in");

  /** A class with state of its own. */
  private static final String SOURCE =
      """
      package org.hpcreuse.workload.manyclasses.generated;
      public final class C%d {
        private static final byte[] OWN = new byte[64];
        private static int used;
        private C%1$d() {}
        public static int use() { OWN[0]++; return used++; }
      }
      """;

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public void prepare(Cluster cluster) throws IOException, InterruptedException {
    if (Files.notExists(directory.resolve("fat.jar"))) {
      makeJar(directory, jobJar, CLASSES);
    }
    Path[] files = new Path[MAPS];
    for (int i = 0; i < MAPS; i++) {
      files[i] = directory.resolve("lines-" + i + ".txt");
      Files.writeString(files[i], ("word" + i + " every\n").repeat(100 + i));
    }
    new Hdfs(cluster).put(INPUT, files);
  }

  @Override
  public void run(Cluster cluster, String label) throws IOException, InterruptedException {
    Path jar = directory.resolve("fat.jar");
    String classes = Integer.toString(CLASSES);
    cluster.hadoop(cluster.job(jar, REDUCES, classes, INPUT, output(label)));
  }

  /** Makes fat.jar in a directory, of the job's jar and so many classes {@code C0}, {@code C1} … */
  static Path makeJar(Path directory, Path jobJar, int classes) throws IOException {
    Path sources = Files.createDirectories(directory.resolve("fat-sources"));
    Path compiled = Files.createDirectories(directory.resolve("fat-classes"));
    Path[] files = new Path[classes];
    for (int i = 0; i < classes; i++) {
      files[i] = Files.writeString(sources.resolve("C" + i + ".java"), SOURCE.formatted(i));
    }
    compile(files, compiled);
    Path fat = directory.resolve("fat.jar");
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(fat));
        JarFile job = new JarFile(jobJar.toFile());
        Stream<Path> found = Files.walk(compiled)) {
      for (JarEntry entry : (Iterable<JarEntry>) job.stream()::iterator) {
        if (!entry.isDirectory()) {
          out.putNextEntry(new JarEntry(entry.getName()));
          try (InputStream in = job.getInputStream(entry)) {
            in.transferTo(out);
          }
        }
      }
      for (Path file : found.filter(Files::isRegularFile).sorted().toList()) {
        out.putNextEntry(new JarEntry(compiled.relativize(file).toString()));
        Files.copy(file, out);
      }
    }
    return fat;
  }

  private static void compile(Path[] files, Path directory) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    List<String> options = List.of("-d", directory.toString(), "-proc:none", "--release", "17");
    try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
      var units = manager.getJavaFileObjects(files);
      if (!compiler.getTask(null, manager, null, options, null, units).call()) {
        throw new IOException("cannot compile " + files.length + " classes into " + directory);
      }
    }
  }
}
