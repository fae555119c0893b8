/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.classloader;

import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSigner;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;

/**
 * The jars of a class path, kept open, with an index of the packages in each: {@link
 * java.net.URLClassLoader} asks one jar after the other, and Hadoop's path has 150. Thread-safe.
 */
public final class JarIndex implements Closeable {
  private static final String META_INF = "META-INF/";
  private static final String SERVICES = META_INF + "services/";
  private static final Pattern VERSIONED =
      Pattern.compile(META_INF + "versions/(?<release>\\d{1,9})/(?<base>(?!META-INF/).*)");

  private final List<Path> directories = new ArrayList<>();

  /** Whether a class may come from an archive that is not indexed: a manifest names it. */
  private boolean namesMore;

  /** Pieces of an image: the jars that have classes in a package, or below one, ending in a dot. */
  private static final String PACKAGE = "package/";

  private static final String BELOW = "below/";

  /** The jars that have an entry in a directory. */
  private static final String DIRECTORY = "directory/";

  /**
   * The entries that the manifests of jars name, a line each: the number of the jar, a tab, and.
   */
  private static final String LINKS = "links/";

  private final List<Jar> jars = new ArrayList<>();
  private final Map<Integer, Jar> byPlace = new HashMap<>();

  /** Empty when all jars are read; else it knows those that it covers. */
  private final Optional<ClassImage> image;

  private final Map<Integer, List<String>> links = new HashMap<>();
  private final Map<String, List<Jar>> byPackage = new HashMap<>();

  /** For {@code a.b.c}: {@code a.} and {@code a.b.}. */
  private final Map<String, List<Jar>> belowPackage = new HashMap<>();

  /** Each directory, like {@code META-INF/services}, with the jars that have an entry in it. */
  private final Map<String, List<Jar>> byDirectory = new HashMap<>();

  /** The places of the jars that hold a file which the jar at that place holds, too. */
  private final Map<Integer, Set<Integer>> sharing = new ConcurrentHashMap<>();

  /** The places of {@link #directories} in the class path. */
  private final List<Integer> placesOfDirectories = new ArrayList<>();

  /** A jar of the class path; another file of the same content may take its place. */
  private static final class Jar {
    private final int place;

    /** Of its first file: the packages that it seals are sealed for this one. */
    private final URL seal;

    private volatile Path path;
    private volatile FileContent content;
    private volatile JarFile file;
    private volatile URL url;

    /** The jar of a file, open. */
    Jar(int place, Path path) throws IOException {
      this.place = place;
      open(path);
      seal = url;
    }

    private void open(Path from) throws IOException {
      content = FileContent.of(from);
      file = new JarFile(from.toFile(), true, ZipFile.OPEN_READ, JarFile.runtimeVersion());
      url = from.toUri().toURL();
      path = from;
    }

    /** Reads another file from now on, or the same one when it has been closed or replaced. */
    void move(Path to) throws IOException {
      if (!to.equals(path) || !FileContent.of(to).equals(content)) {
        file.close();
        open(to);
      }
    }

    /** Closes the file; {@link #move} opens it again. */
    void leave() throws IOException {
      file.close();
      content = FileContent.NONE;
    }
  }

  /**
   * A class file in a jar.
   *
   * @param bytes the class file
   * @param place of the jar in the class path
   * @param source where it is from and who has signed it
   * @param manifest the jar's, or null
   * @param seal where the jar was from when the first package of it was defined
   */
  @SuppressWarnings("ArrayRecordComponent") // made here, read once, never compared
  public record Found(byte[] bytes, int place, CodeSource source, Manifest manifest, URL seal) {}

  /** Whether an entry of a class path is a jar that an index can have. */
  public static boolean isJar(Path entry) {
    return !Files.isDirectory(entry);
  }

  /**
   * Opens all jars among these entries, and reads what is in each.
   *
   * @throws IOException when one cannot be read
   */
  public JarIndex(List<Path> entries) throws IOException {
    this(entries, Optional.empty());
  }

  /**
   * Opens all jars among these entries.
   *
   * @param image of the same entries: what is in its jars need not be read
   * @throws IOException when one cannot be read
   */
  JarIndex(List<Path> entries, Optional<ClassImage> image) throws IOException {
    this.image = image.filter(of -> of.text(LINKS).isPresent());
    this.image.ifPresent(this::takeLinks);
    try {
      for (int place = 0; place < entries.size(); place++) {
        Path entry = entries.get(place);
        if (isJar(entry)) {
          add(place, entry);
        } else {
          directories.add(entry);
          placesOfDirectories.add(place);
        }
      }
    } catch (IOException | RuntimeException e) {
      close();
      throw e;
    }
  }

  private void add(int place, Path entry) throws IOException {
    Jar jar;
    try {
      jar = new Jar(place, entry);
    } catch (ZipException e) {
      if (entry.toString().endsWith(".jar")) {
        throw e;
      }
      return; // as the JVM passes over what is no archive
    }
    jars.add(jar);
    byPlace.put(place, jar);
    boolean known = image.isPresent() && image.get().covers(place);
    if (!known) {
      links.put(place, ManifestLinks.in(jar.file));
    }
    for (String link : links.getOrDefault(place, List.of())) {
      namesMore |= ManifestLinks.resolve(entry, link).filter(Files::exists).isPresent();
    }
    if (!known) {
      read(jar);
    }
  }

  private void read(Jar jar) {
    JarFile open = jar.file;
    boolean versioned = open.isMultiRelease();
    Set<String> packages = new HashSet<>();
    Set<String> all = new HashSet<>();
    for (JarEntry one : (Iterable<JarEntry>) open.stream()::iterator) {
      String name = one.getName();
      String base = baseName(name, versioned);
      if (name.endsWith(".class")) {
        packages.add(directoryOf(base).replace('/', '.'));
      }
      all.add(directoryOf(base));
      all.add(directoryOf(name));
    }
    put(jar, packages, byPackage);
    put(jar, prefixesOf(packages), belowPackage);
    put(jar, all, byDirectory);
  }

  private static void put(Jar jar, Set<String> names, Map<String, List<Jar>> map) {
    names.forEach(name -> map.computeIfAbsent(name, key -> new ArrayList<>()).add(jar));
  }

  /** For {@code a.b.c}: {@code a.} and {@code a.b.}. */
  private static Set<String> prefixesOf(Set<String> packages) {
    Set<String> prefixes = new HashSet<>();
    for (String name : packages) {
      for (int dot = name.lastIndexOf('.'); dot >= 0; dot = name.lastIndexOf('.', dot - 1)) {
        prefixes.add(name.substring(0, dot + 1));
      }
    }
    return prefixes;
  }

  private void takeLinks(ClassImage of) {
    for (String line : of.text(LINKS).orElseThrow().lines().toList()) {
      int tab = line.indexOf('\t');
      int place = of.place(Integer.parseInt(line.substring(0, tab)));
      links.computeIfAbsent(place, key -> new ArrayList<>()).add(line.substring(tab + 1));
    }
  }

  /**
   * What an image says of these jars, whose numbers are their places. Called on an index that was
   * made without one.
   */
  List<NamedPieces.Piece> pieces() {
    List<NamedPieces.Piece> pieces = new ArrayList<>();
    add(pieces, PACKAGE, byPackage);
    add(pieces, BELOW, belowPackage);
    add(pieces, DIRECTORY, byDirectory);
    StringBuilder lines = new StringBuilder();
    links.forEach((place, some) -> some.forEach(link -> lines.append(place + "\t" + link + "\n")));
    pieces.add(ClassImage.piece(LINKS, lines.toString()));
    return pieces;
  }

  private static void add(List<NamedPieces.Piece> pieces, String kind, Map<String, List<Jar>> map) {
    map.forEach(
        (name, of) ->
            pieces.add(
                ClassImage.piece(kind + name, of.stream().mapToInt(jar -> jar.place).toArray())));
  }

  /** The jars, in order, that a map or the image has for a name. */
  private List<Jar> jars(String kind, Map<String, List<Jar>> map, String name) {
    List<Jar> read = map.getOrDefault(name, List.of());
    if (image.isEmpty()) {
      return read;
    }
    int[] places = image.get().places(kind + name);
    if (places.length == 0) {
      return read;
    }
    List<Jar> all = new ArrayList<>(read);
    for (int place : places) {
      if (byPlace.containsKey(place)) {
        all.add(byPlace.get(place));
      }
    }
    all.sort(Comparator.comparingInt(jar -> jar.place));
    return all;
  }

  /** Of an entry, which may be a directory itself; empty at the top. */
  private static String directoryOf(String entryName) {
    int end = entryName.endsWith("/") ? entryName.length() - 1 : entryName.length();
    return entryName.substring(0, Math.max(0, entryName.lastIndexOf('/', end - 1)));
  }

  /**
   * The name under which an entry is found: of what it replaces, when it is a versioned one; empty
   * when this JVM does not look at the entry. {@link JarFile#versionedStream} would tell it, too,
   * but asks for each entry whether another one replaces it: half a second of each slot's start.
   *
   * @param versioned whether the jar is a multi-release one
   */
  public static String baseName(String name, boolean versioned) {
    if (!name.startsWith(META_INF)) {
      return name;
    }
    Matcher entry = VERSIONED.matcher(name);
    return versioned
            && entry.matches()
            && Integer.parseInt(entry.group("release")) <= JarFile.runtimeVersion().feature()
        ? entry.group("base")
        : "";
  }

  /**
   * Reads other files from now on; called while nobody reads.
   *
   * @param entries as many as before, each jar with the same content as the one at its place
   */
  public void move(List<Path> entries) throws IOException {
    for (Jar jar : jars) {
      jar.move(entries.get(jar.place));
    }
  }

  /** Closes the jars at such paths until the next {@link #move}. */
  public void leave(Predicate<Path> paths) throws IOException {
    for (Jar jar : jars) {
      if (paths.test(jar.path)) {
        jar.leave();
      }
    }
  }

  /** Where a jar is now. */
  public URL url(int place) {
    return byPlace.get(place).url;
  }

  /** Whether a manifest adds entries to the class path, which stand behind its jar. */
  public boolean namesMore() {
    return namesMore;
  }

  /** Whether a jar has classes in the package; false for the unnamed one. */
  boolean holdsPackage(String name) {
    return !name.isEmpty() && !jars(PACKAGE, byPackage, name).isEmpty();
  }

  /**
   * Whether a jar has classes in packages whose names begin so.
   *
   * @param prefix ends in a dot
   */
  boolean holdsPackageBelow(String prefix) {
    return !jars(BELOW, belowPackage, prefix).isEmpty();
  }

  /**
   * Whether a class that {@link #find} does not find may be on the class path all the same: in a
   * directory, or in an archive that a manifest names.
   */
  public boolean mayBeElsewhere(String binaryName) {
    return namesMore || isInDirectory(entryName(binaryName));
  }

  /**
   * Whether two jars hold a class, a resource or the name of a service that a look-up could find in
   * either. What jars have of each other's kind in META-INF nobody looks up.
   *
   * @param place where the class path has one
   * @param other where it has the other
   */
  public boolean shareFile(int place, int other) {
    return sharing.computeIfAbsent(place, this::placesWithSameFile).contains(other);
  }

  private Set<Integer> placesWithSameFile(int place) {
    Set<Integer> places = new HashSet<>();
    for (Jar jar : jars) {
      if (jar.place == place) {
        boolean versioned = jar.file.isMultiRelease();
        jar.file.stream()
            .map(JarEntry::getName)
            .map(name -> name.startsWith(SERVICES) ? name : baseName(name, versioned))
            .filter(name -> !name.isEmpty() && !name.endsWith("/"))
            .filter(name -> !name.startsWith(META_INF) || name.startsWith(SERVICES))
            .forEach(name -> addOthersWith(name, place, places));
      }
    }
    return places;
  }

  private void addOthersWith(String entryName, int place, Set<Integer> places) {
    for (Jar other : jars(DIRECTORY, byDirectory, directoryOf(entryName))) {
      if (other.place != place
          && !places.contains(other.place)
          && other.file.getJarEntry(entryName) != null) {
        places.add(other.place);
      }
    }
  }

  /** Whether exactly one jar has the class. */
  boolean isInOneJar(String binaryName) {
    String entryName = entryName(binaryName);
    return jarsWithPackageOf(binaryName).stream()
            .filter(jar -> jar.file.getJarEntry(entryName) != null)
            .count()
        == 1;
  }

  /** Whether a jar or a directory among the entries has the class. */
  public boolean holds(String binaryName) {
    String entryName = entryName(binaryName);
    return jarsWithPackageOf(binaryName).stream()
            .anyMatch(jar -> jar.file.getJarEntry(entryName) != null)
        || isInDirectory(entryName);
  }

  /**
   * Whether a jar may have a resource: most look-ups of services and of configuration files find
   * none, and are asked for again and again.
   *
   * @param name as a class loader gets it
   */
  public boolean mayHoldResource(String name) {
    return namesMore || jarsWithResource(name).findAny().isPresent();
  }

  /**
   * The places, in order, of all entries that may have a resource: jars that have it, and every
   * directory. Empty when only the class path itself can tell, because an archive is not indexed.
   *
   * @param name as a class loader gets it
   */
  public Optional<SortedSet<Integer>> placesOfResource(String name) {
    if (namesMore) {
      return Optional.empty();
    }
    SortedSet<Integer> places = new TreeSet<>(placesOfDirectories);
    jarsWithResource(name).forEach(jar -> places.add(jar.place));
    return Optional.of(places);
  }

  private Stream<Jar> jarsWithResource(String name) {
    return jars(DIRECTORY, byDirectory, directoryOf(name)).stream()
        .filter(jar -> jar.file.getJarEntry(name) != null);
  }

  private static String entryName(String binaryName) {
    return binaryName.replace('.', '/') + ".class";
  }

  private boolean isInDirectory(String entryName) {
    return directories.stream().anyMatch(at -> new File(at.toFile(), entryName).isFile());
  }

  /** The package of a class; empty for the unnamed one. */
  public static String packageOf(String binaryName) {
    int dot = binaryName.lastIndexOf('.');
    return dot < 0 ? "" : binaryName.substring(0, dot);
  }

  private List<Jar> jarsWithPackageOf(String binaryName) {
    return jars(PACKAGE, byPackage, packageOf(binaryName));
  }

  /**
   * The class file of the first jar that has the class; empty also when a directory has it, which
   * may come first.
   *
   * @throws IOException when it cannot be read
   */
  public Optional<Found> find(String binaryName) throws IOException {
    String entryName = entryName(binaryName);
    if (isInDirectory(entryName)) {
      return Optional.empty();
    }
    for (Jar jar : jarsWithPackageOf(binaryName)) {
      JarEntry entry = jar.file.getJarEntry(entryName);
      if (entry != null) {
        byte[] bytes = read(jar.file, entry);
        CodeSource source = new CodeSource(jar.url, entry.getCodeSigners());
        Manifest manifest = jar.file.getManifest();
        return Optional.of(new Found(bytes, jar.place, source, manifest, jar.seal));
      }
    }
    return Optional.empty();
  }

  /**
   * What goes with a class file of a jar that nobody has signed.
   *
   * @param place of the jar in the class path
   * @throws IOException when the jar's manifest cannot be read
   */
  Found unsigned(int place) throws IOException {
    Jar jar = byPlace.get(place);
    CodeSource source = new CodeSource(jar.url, (CodeSigner[]) null);
    return new Found(new byte[0], place, source, jar.file.getManifest(), jar.seal);
  }

  /** A stream that is left open keeps an inflater, some 40 kB of native memory. */
  private static byte[] read(JarFile jar, JarEntry entry) throws IOException {
    try (InputStream in = jar.getInputStream(entry)) {
      return in.readAllBytes();
    }
  }

  @Override
  public void close() throws IOException {
    IOException failure = null;
    for (Jar jar : jars) {
      try {
        jar.file.close();
      } catch (IOException e) {
        failure = e;
      }
    }
    if (failure != null) {
      throw failure;
    }
  }
}
