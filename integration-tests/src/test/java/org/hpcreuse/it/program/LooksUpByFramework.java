/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInput;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.Serializable;
import java.lang.reflect.Proxy;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.spi.FileTypeDetector;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.util.Collections;
import java.util.Currency;
import java.util.Locale;
import java.util.Properties;
import java.util.ResourceBundle;
import java.util.ServiceLoader;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import java.util.logging.Logger;
import javax.tools.ToolProvider;
import org.apache.commons.lang3.SerializationUtils;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.lib.db.DBConfiguration;
import org.apache.hadoop.mapreduce.lib.join.CompositeInputSplit;
import org.apache.hadoop.mapreduce.lib.join.TupleWritable;

/** Has classes of the framework find its own classes and files; prints what they find. */
public final class LooksUpByFramework {
  /** The framework's loader, which a JVM of its own has for everything. */
  private static final ClassLoader LOADER = Configuration.class.getClassLoader();

  private LooksUpByFramework() {}

  /** A driver that the program brings. */
  public static final class OwnDriver implements Driver {
    static {
      try {
        DriverManager.registerDriver(new OwnDriver());
      } catch (SQLException e) {
        throw new ExceptionInInitializerError(e);
      }
    }

    @Override
    public Connection connect(String url, Properties info) {
      return acceptsURL(url)
          ? (Connection)
              Proxy.newProxyInstance(
                  getClass().getClassLoader(),
                  new Class<?>[] {Connection.class},
                  (proxy, method, arguments) -> "a connection of " + getClass().getName())
          : null;
    }

    @Override
    public boolean acceptsURL(String url) {
      return url.startsWith("jdbc:own:");
    }

    @Override
    public DriverPropertyInfo[] getPropertyInfo(String url, Properties info) {
      return new DriverPropertyInfo[0];
    }

    @Override
    public int getMajorVersion() {
      return 1;
    }

    @Override
    public int getMinorVersion() {
      return 0;
    }

    @Override
    public boolean jdbcCompliant() {
      return false;
    }

    @Override
    public Logger getParentLogger() {
      return Logger.getGlobal();
    }
  }

  /** A record that is written by Java's serialisation. */
  public record OwnRecord(String value) implements Serializable {}

  /** A value that Hadoop makes by its name. */
  public static final class OwnWritable implements Writable {
    @Override
    public void write(DataOutput out) {
      // It has no content.
    }

    @Override
    public void readFields(DataInput in) {
      // It has no content.
    }
  }

  /** A split that Hadoop makes by its name. */
  public static final class OwnSplit extends InputSplit implements Writable {
    @Override
    public long getLength() {
      return 1;
    }

    @Override
    public String[] getLocations() {
      return new String[] {"here"};
    }

    @Override
    public void write(DataOutput out) {
      // It has no content.
    }

    @Override
    public void readFields(DataInput in) {
      // It has no content.
    }
  }

  /** An interface for a proxy. */
  public interface OwnInterface {
    String name();
  }

  /** A service. */
  public static final class OwnService implements Supplier<String> {
    @Override
    public String get() {
      return "served";
    }
  }

  /** A service that the JDK looks for once. */
  public static final class OwnDetector extends FileTypeDetector {
    @Override
    public String probeContentType(Path path) throws IOException {
      return "text/" + text(getClass().getResource("/own.properties"));
    }
  }

  /** Prints a line for each way. */
  public static void main(String[] args) {
    show("driver", LooksUpByFramework::connection);
    show(
        "serialisation",
        () -> SerializationUtils.deserialize(SerializationUtils.serialize(new OwnRecord("kept"))));
    show("split", LooksUpByFramework::split);
    show("tuple", LooksUpByFramework::tuple);
    show("class", () -> LOADER.loadClass(OwnRecord.class.getName()) == OwnRecord.class);
    show("named", () -> Class.forName(OwnRecord.class.getName(), true, LOADER) == OwnRecord.class);
    show("resource", () -> text(Configuration.class.getResource("/own.properties")));
    show("resources", () -> Collections.list(LOADER.getResources("own.properties")).size());
    show("services", () -> ServiceLoader.load(Supplier.class, LOADER).findFirst().get().get());
    show("bundle", () -> ResourceBundle.getBundle("own", Locale.ROOT, LOADER).getString("value"));
    show("proxy", LooksUpByFramework::proxy);
    show("proxies", LooksUpByFramework::proxies);
    show("child", LooksUpByFramework::child);
    show("compiler", LooksUpByFramework::compiled);
    show("currency", () -> Currency.getInstance("EUR"));
    show("detector", () -> Files.probeContentType(Path.of("file.own")));
  }

  private static void show(String name, Callable<Object> way) {
    try {
      System.out.println(name + "=" + way.call());
    } catch (Exception | LinkageError e) {
      System.out.println(name + "=" + e);
    }
  }

  private static Object connection() throws Exception {
    Configuration conf = new Configuration(false);
    DBConfiguration.configureDB(conf, OwnDriver.class.getName(), "jdbc:own:database");
    return new DBConfiguration(conf).getConnection();
  }

  private static Object split() throws Exception {
    CompositeInputSplit all = new CompositeInputSplit(1);
    all.add(new OwnSplit());
    CompositeInputSplit copy = new CompositeInputSplit();
    copy(all, copy);
    return copy.get(0).getClass() == OwnSplit.class;
  }

  private static Object tuple() throws Exception {
    TupleWritable all = new TupleWritable(new Writable[] {new OwnWritable(), new Text("text")});
    TupleWritable copy = new TupleWritable();
    copy(all, copy);
    return copy.size();
  }

  private static void copy(Writable from, Writable to) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    from.write(new DataOutputStream(bytes));
    to.readFields(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
  }

  private static Object proxy() {
    OwnInterface made =
        (OwnInterface)
            Proxy.newProxyInstance(
                LOADER, new Class<?>[] {OwnInterface.class}, (proxy, method, arguments) -> "made");
    return made.name();
  }

  /** So many that the JDK makes a class, with a loader of its own, that calls the constructor. */
  private static Object proxies() {
    Writable made = null;
    for (int i = 0; i < 50; i++) {
      made =
          (Writable)
              Proxy.newProxyInstance(
                  LOADER, new Class<?>[] {Writable.class}, (proxy, method, arguments) -> "made");
    }
    return made.toString();
  }

  private static Object child() throws Exception {
    try (URLClassLoader child = new URLClassLoader(new URL[0], LOADER)) {
      return child.loadClass(OwnRecord.class.getName()) == OwnRecord.class;
    }
  }

  /** By the JDK's compiler, against the program's class path. */
  private static Object compiled() throws Exception {
    Path dir = Files.createDirectories(Path.of("compiled"));
    Path source = dir.resolve("Made.java");
    Files.writeString(
        source,
        "public class Made extends org.apache.hadoop.io.Text {"
            + " public String toString() { return \"made\"; } }");
    int status =
        ToolProvider.getSystemJavaCompiler()
            .run(null, System.out, System.out, "-d", dir.toString(), source.toString());
    try (URLClassLoader made = new URLClassLoader(new URL[] {dir.toUri().toURL()})) {
      return status + " " + made.loadClass("Made").getConstructor().newInstance();
    }
  }

  private static String text(URL file) throws IOException {
    try (var in = file.openStream()) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).trim();
    }
  }
}
