/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.hostile;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Field;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalDirAllocator;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.WritableComparator;
import org.apache.hadoop.io.WritableFactories;
import org.apache.hadoop.io.WritableName;
import org.apache.hadoop.io.compress.CodecPool;
import org.apache.hadoop.io.compress.CompressionCodecFactory;
import org.apache.hadoop.io.compress.Compressor;
import org.apache.hadoop.io.compress.DefaultCodec;
import org.apache.hadoop.mapred.TaskAttemptID;
import org.apache.hadoop.mapreduce.counters.Limits;
import org.apache.hadoop.metrics2.MetricsSystem;
import org.apache.hadoop.metrics2.annotation.Metric;
import org.apache.hadoop.metrics2.annotation.Metrics;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.metrics2.lib.MutableCounterLong;
import org.apache.hadoop.metrics2.source.JvmMetrics;
import org.apache.hadoop.net.NetUtils;
import org.apache.hadoop.security.SecurityUtil;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.token.Token;
import org.apache.hadoop.util.ReflectionUtils;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.util.resource.ResourceUtils;

public final class AbusesHadoop {
  private AbusesHadoop() {}

  /** Leaves configuration resources and deprecations of its own for every Configuration. */
  public static final class AddsDefaultResource {
    public static void main(String[] args) throws IOException {
      Configuration.addDefaultResource("left-behind.xml");
      Configuration.addDeprecation("left.behind", "left.behind.now");
      Configuration.setRestrictSystemPropertiesDefault(true);
      Files.writeString(java.nio.file.Path.of("left-behind.xml"), "<configuration/>");
    }
  }

  /** Leaves what LocalDirAllocator knows of its directories. */
  public static final class AllocatesDirectories {
    public static void main(String[] args) throws IOException {
      Configuration conf = new Configuration();
      conf.set("left.behind.dirs", System.getProperty("user.dir"));
      new LocalDirAllocator("left.behind.dirs").getLocalPathForWrite("left-behind", conf);
    }
  }

  /** Leaves a class of a loader below its own in caches of the framework. */
  public static final class CachesChildClass {
    public static void main(String[] args) throws IOException, ClassNotFoundException {
      URL[] own = {CachesChildClass.class.getProtectionDomain().getCodeSource().getLocation()};
      ClassLoader parent = Configuration.class.getClassLoader();
      try (URLClassLoader child = new URLClassLoader(own, parent)) {
        Class<?> type = child.loadClass(Made.class.getName());
        Configuration conf = new Configuration();
        conf.setClassLoader(child);
        conf.getClassByNameOrNull(Made.class.getName());
        ReflectionUtils.newInstance(type, conf);
      }
    }

    /** Something to make. */
    public static final class Made {
      /** Makes it. */
      public Made() {}
    }
  }

  /** Leaves statics that tasks set for the time of their job. */
  public static final class ChangesJobSettings {
    public static void main(String[] args) throws ReflectiveOperationException {
      SecurityUtil.setTokenServiceUseIp(false);
      Field task = Class.forName("org.apache.hadoop.mapred.YarnChild").getDeclaredField("taskid");
      task.setAccessible(true);
      task.set(null, new TaskAttemptID());
    }
  }

  /** Leaves another login user, tokens, secrets and the way to authenticate. */
  public static final class ChangesUser {
    public static void main(String[] args) throws IOException {
      Configuration conf = new Configuration();
      conf.set("hadoop.security.authentication", "TOKEN");
      conf.set("hadoop.security.auth_to_local.mechanism", "MIT");
      UserGroupInformation.setConfiguration(conf);
      UserGroupInformation user = UserGroupInformation.createRemoteUser("left.behind");
      byte[] secret = "secret".getBytes(StandardCharsets.UTF_8);
      user.addToken(new Token<>(secret, secret, new Text("left"), new Text("behind")));
      user.getCredentials().addSecretKey(new Text("left.behind"), secret);
      UserGroupInformation.setLoginUser(user);
    }
  }

  /** Leaves a selector among those that Hadoop keeps for its sockets. */
  public static final class ConnectsBySelector {
    private static final int TIMEOUT_MS = 10;

    public static void main(String[] args) throws IOException {
      try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
          SocketChannel channel = SocketChannel.open(server.getLocalSocketAddress())) {
        InputStream in = NetUtils.getInputStream(channel.socket(), TIMEOUT_MS);
        in.read();
      } catch (SocketTimeoutException e) {
        System.err.println("nothing came, as it should: " + e.getMessage());
      }
    }
  }

  /** Leaves comparators, names and factories of its own for keys, Hadoop's own included. */
  public static final class DefinesKeys {
    public static void main(String[] args) {
      WritableComparator.define(Text.class, new Backwards());
      WritableFactories.setFactory(Text.class, Key::new);
      WritableFactories.setFactory(Key.class, Key::new);
      WritableName.addName(Key.class, "left.behind");
      WritableName.setName(Key.class, Text.class.getName());
    }

    /** A key of its own. */
    public static final class Key extends IntWritable {
      /** Made by the factory. */
      public Key() {}
    }

    private static final class Backwards extends WritableComparator {
      Backwards() {
        super(Text.class, true);
      }
    }
  }

  /** Leaves another resource type, as a job's yarn-site.xml defines it. */
  public static final class DefinesResourceTypes {
    public static void main(String[] args) {
      YarnConfiguration conf = new YarnConfiguration();
      conf.set("yarn.resource-types", "left.behind/gpu");
      ResourceUtils.resetResourceTypes(conf);
    }
  }

  /** Leaves Guice's servlet filter with a pipeline of its own. */
  public static final class FiltersServlets {
    public static void main(String[] args) throws ReflectiveOperationException {
      Field field =
          Class.forName("com.google.inject.servlet.GuiceFilter").getDeclaredField("pipeline");
      field.setAccessible(true);
      Class<?>[] type = {field.getType()};
      field.set(
          null, Proxy.newProxyInstance(field.getType().getClassLoader(), type, (p, m, a) -> null));
    }
  }

  /** Leaves other limits of counters, as a job sets them. */
  public static final class LimitsCounters {
    public static void main(String[] args) {
      Configuration conf = new Configuration(false);
      conf.setInt("mapreduce.job.counters.max", 7);
      conf.setInt("mapreduce.job.counters.groups.max", 3);
      Limits.init(conf);
    }
  }

  /** Leaves singletons of the framework replaced or emptied by reflection. */
  public static final class OverwritesSingletons {
    public static void main(String[] args) throws ReflectiveOperationException {
      for (String each : SINGLETONS) {
        int hash = each.indexOf('#');
        Field field =
            Class.forName(each.substring(0, hash)).getDeclaredField(each.substring(hash + 1));
        field.setAccessible(true);
        field.set(null, null);
      }
    }

    private static final List<String> SINGLETONS =
        List.of(
            "org.apache.hadoop.security.Groups#GROUPS",
            "org.apache.hadoop.security.UserGroupInformation#conf",
            "org.apache.hadoop.net.NetUtils#hostToResolved");
  }

  /** Leaves a file system of its own open, and statistics of it and the local one. */
  public static final class OwnsFileSystem {
    public static void main(String[] args) throws IOException {
      Configuration conf = new Configuration();
      conf.setClass("fs.left.impl", Own.class, FileSystem.class);
      FileSystem.get(URI.create("left://behind/"), conf);
      FileSystem local = FileSystem.getLocal(conf);
      local.create(new Path("left-behind")).close();
      local.deleteOnExit(new Path("left-behind"));
    }

    /** The local one by another name. */
    public static final class Own extends LocalFileSystem {
      /** Made by reflection. */
      public Own() {}

      @Override
      public String getScheme() {
        return "left";
      }

      @Override
      public URI getUri() {
        return URI.create("left://behind/");
      }
    }
  }

  /** Leaves compressors of its own in the pool that tasks share. */
  public static final class PoolsCodecs {
    public static void main(String[] args) {
      Configuration conf = new Configuration();
      CompressionCodecFactory.setCodecClasses(conf, java.util.List.of(OwnCodec.class));
      OwnCodec codec = new OwnCodec();
      codec.setConf(conf);
      Compressor compressor = CodecPool.getCompressor(codec);
      CodecPool.returnCompressor(compressor);
      CodecPool.returnDecompressor(CodecPool.getDecompressor(codec));
    }

    /** A codec of its own. */
    public static final class OwnCodec extends DefaultCodec {}
  }

  /** Leaves Hadoop's metrics system started, with sources of its own. */
  public static final class StartsMetrics {
    public static void main(String[] args) {
      MetricsSystem metrics = DefaultMetricsSystem.initialize("LeftBehind");
      JvmMetrics.initSingleton("LeftBehind", "session");
      metrics.register("left-behind", "", new Source()).count.incr();
    }

    /** Counts. */
    @Metrics(context = "left")
    public static final class Source {
      @Metric("a count")
      MutableCounterLong count;
    }
  }
}
