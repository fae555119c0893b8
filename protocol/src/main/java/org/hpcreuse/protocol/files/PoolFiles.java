/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.protocol.files;

import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.regex.Pattern;
import org.hpcreuse.protocol.ProcessOwner;
import org.hpcreuse.protocol.option.Option;
import org.hpcreuse.protocol.option.Options;

/**
 * The files of one pool: {@code pool.properties} (options), {@code secret} (mode 0600), {@code
 * manager.pid}, {@code manager.lock}, {@code logs/}; and the socket, in a directory of its own
 * because a Unix socket's path is short (108 bytes) and must be node-local.
 */
public final class PoolFiles {
  /** sun_path has 108 bytes with its final NUL; some room is left for a temporary name. */
  private static final int MAX_SOCKET_PATH_BYTES = 100;

  /** The file of the options in the directory of a pool. */
  public static final String OPTIONS = "pool.properties";

  private static final String POOL_SECRET = "secret";
  private static final String METRICS_TOKEN = "metrics-token";
  private static final int SECRET_BYTES = 32;
  private static final Pattern SECRET = Pattern.compile("[0-9a-fA-F]{" + 2 * SECRET_BYTES + "}");
  private static final Set<PosixFilePermission> OWNER_ONLY_DIR =
      PosixFilePermissions.fromString("rwx------");
  private static final Set<PosixFilePermission> OWNER_ONLY_FILE =
      PosixFilePermissions.fromString("rw-------");

  private final Path dir;
  private final Map<String, String> settings;

  private PoolFiles(Path dir, Map<String, String> settings) {
    this.dir = dir;
    this.settings = settings;
  }

  /**
   * Reads an existing pool directory.
   *
   * @throws IOException when pool.properties is missing or malformed, or the directory is open to
   *     others
   */
  public static PoolFiles open(Path dir) throws IOException {
    Path file = dir.resolve(OPTIONS);
    if (!Files.isReadable(file)) {
      throw new IOException("no pool here: " + file + " is missing or not readable");
    }
    requireOwnerOnly(dir);
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
      properties.load(reader);
    } catch (IllegalArgumentException e) {
      throw new IOException(file + ": " + e.getMessage(), e);
    }
    Map<String, String> settings = new HashMap<>();
    properties.stringPropertyNames().forEach(k -> settings.put(k, properties.getProperty(k)));
    return new PoolFiles(dir.toAbsolutePath().normalize(), Map.copyOf(settings));
  }

  /** A link to the directory of this project's jars, so that slots know these by short names. */
  public Path lib() {
    return dir.resolve("lib");
  }

  /** The options in pool.properties. */
  public Map<String, String> settings() {
    return settings;
  }

  /** An option of this pool. */
  public <T> T get(Option<T> option) {
    return option.in(settings);
  }

  public Path dir() {
    return dir;
  }

  public Path logs() {
    return dir.resolve("logs");
  }

  public Path managerPid() {
    return dir.resolve("manager.pid");
  }

  /** Locked by the pool manager that has this directory, for as long as it lives. */
  public Path managerLock() {
    return dir.resolve("manager.lock");
  }

  /** There when the pool manager has not answered somebody in time; its keeper asks it then. */
  public Path managerSilent() {
    return dir.resolve("manager.silent");
  }

  /** Which processes the slots are, for a pool manager that comes after one that died. */
  public Path processes() {
    return dir.resolve("processes.json");
  }

  /** There when the JVM of that slot has run out of memory; {@code %p} stands for any. */
  public Path outOfMemory(String pid) {
    return dir.resolve("out-of-memory-" + pid);
  }

  /** A named pipe by which the JVM of that slot says so at once; {@code %p} stands for any. */
  public Path outOfMemoryCall(String pid) {
    return dir.resolve("out-of-memory-call-" + pid);
  }

  /** Process id of the mpirun that this pool's slots belong to. */
  public Path mpirunPid() {
    return dir.resolve("mpirun.pid");
  }

  /** Names the directory of what this pool's mpirun and ranks keep in memory and on disk. */
  public Path mpiFiles() {
    return dir.resolve("mpi-files");
  }

  /**
   * The pool manager's socket.
   *
   * @throws IllegalArgumentException when it is not set or too long for a Unix socket
   */
  public Path socket() {
    Path socket = Path.of(get(Options.SOCKET)).toAbsolutePath().normalize();
    requireShortSocket(socket);
    return socket;
  }

  /**
   * Checks a path for {@link Options#SOCKET}.
   *
   * @throws IllegalArgumentException when it is too long for a Unix socket
   */
  public static void requireShortSocket(Path socket) {
    int length = socket.toString().getBytes(StandardCharsets.UTF_8).length;
    if (length > MAX_SOCKET_PATH_BYTES) {
      throw new IllegalArgumentException(
          Options.SOCKET.key()
              + " = "
              + socket
              + " has "
              + length
              + " bytes, limit "
              + MAX_SOCKET_PATH_BYTES);
    }
  }

  /** Makes the secret if there is none yet, readable by its owner alone. */
  public void createSecret() throws IOException {
    create(POOL_SECRET);
  }

  /**
   * Makes the token for metrics if there is none yet, readable by its owner alone. Another than the
   * secret: it is sent over TCP, where a stranger could wait on the port of a manager that is down.
   *
   * @return the token
   */
  public String createMetricsToken() throws IOException {
    create(METRICS_TOKEN);
    return read(METRICS_TOKEN);
  }

  private void create(String name) throws IOException {
    byte[] secret = new byte[SECRET_BYTES];
    new SecureRandom().nextBytes(secret);
    Path whole =
        Files.createTempFile(
            dir, name + "-", ".new", PosixFilePermissions.asFileAttribute(OWNER_ONLY_FILE));
    try {
      Files.writeString(whole, HexFormat.of().formatHex(secret));
      // Complete or not at all, and never in the place of another.
      Files.createLink(dir.resolve(name), whole);
    } catch (FileAlreadyExistsException e) {
      read(name);
    } finally {
      Files.delete(whole);
    }
  }

  /**
   * The secret that every caller shows.
   *
   * @throws IOException when the file is missing, malformed, or others may read it
   */
  public String readSecret() throws IOException {
    return read(POOL_SECRET);
  }

  private String read(String name) throws IOException {
    Path file = dir.resolve(name);
    Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(file);
    if (!OWNER_ONLY_FILE.containsAll(permissions)) {
      throw new IOException(
          file + " has mode " + PosixFilePermissions.toString(permissions) + ", must be rw-------");
    }
    String secret = Files.readString(file).strip();
    if (!SECRET.matcher(secret).matches()) {
      throw new IOException(
          file + " is no secret of " + 2 * SECRET_BYTES + " hexadecimal digits; remove it");
    }
    return secret.toLowerCase(Locale.ROOT);
  }

  /**
   * Makes a directory that only its owner may enter, or checks that an existing one is so.
   *
   * @throws IOException when it belongs to someone else or is open to others
   */
  public static void createOwnerOnly(Path dir) throws IOException {
    try {
      Files.createDirectory(dir, PosixFilePermissions.asFileAttribute(OWNER_ONLY_DIR));
    } catch (FileAlreadyExistsException e) {
      requireOwnerOnly(dir);
    }
  }

  public static void requireOwnerOnly(Path dir) throws IOException {
    Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(dir);
    int owner = (Integer) Files.getAttribute(dir, "unix:uid");
    if (!OWNER_ONLY_DIR.containsAll(permissions) || owner != ProcessOwner.uid()) {
      throw new IOException(
          String.format(
              "%s belongs to %s with mode %s; must belong to %s with mode rwx------",
              dir,
              Files.getOwner(dir).getName(),
              PosixFilePermissions.toString(permissions),
              ProcessOwner.name()));
    }
  }
}
