/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.hadoop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hpcreuse.cleanup.LeakCase.leak;
import static org.hpcreuse.cleanup.state.ReflectiveAccess.ofClass;

import com.google.inject.Guice;
import com.google.inject.servlet.GuiceFilter;
import com.google.inject.servlet.ServletModule;
import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.commons.logging.LogFactory;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.ClientContext;
import org.apache.hadoop.hdfs.DFSClient;
import org.apache.hadoop.hdfs.client.impl.DfsClientConf;
import org.apache.hadoop.hdfs.client.impl.LeaseRenewer;
import org.apache.hadoop.io.compress.CompressionCodecFactory;
import org.apache.hadoop.ipc.ProtobufRpcEngine2;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.mapreduce.v2.util.MRWebAppUtil;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.metrics2.source.JvmMetrics;
import org.apache.hadoop.net.DNSToSwitchMapping;
import org.apache.hadoop.net.TableMapping;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.util.ShutdownHookManager;
import org.apache.hadoop.yarn.util.RackResolver;
import org.apache.hadoop.yarn.util.resource.ResourceUtils;
import org.apache.log4j.Level;
import org.apache.log4j.Logger;
import org.apache.log4j.SimpleLayout;
import org.apache.log4j.WriterAppender;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ShutdownMonitor;
import org.hpcreuse.cleanup.LeakCase;
import org.hpcreuse.cleanup.LeakCases;
import org.hpcreuse.cleanup.state.LoadedClasses;
import org.hpcreuse.cleanup.state.ReflectiveAccess;
import org.hpcreuse.cleanup.user.UsesCommonsLogging;

/** What containers leave in Hadoop and in the libraries that it uses. */
class HadoopLeaksTest extends LeakCases {
  private static final ClassLoader FRAMEWORK = HadoopLeaksTest.class.getClassLoader();

  @Override
  protected Stream<LeakCase<?, ?>> leaks() {
    return Stream.of(
        leak("a factory of commons-logging")
            .without(CommonsLogging.class)
            .given(HadoopLeaksTest::loggingFactories)
            .container(UsesCommonsLogging.class)
            .look(HadoopLeaksTest::loggingFactories)
            .leftOut((before, now) -> assertThat(now).isEqualTo(before + 1))
            .released((before, now) -> assertThat(now).isEqualTo(before)),
        leak("an appender of Log4j")
            .without(Log4jLogging.class)
            .given(() -> new WriterAppender(new SimpleLayout(), new StringWriter()))
            .container(HadoopLeaksTest::logInto)
            .look(appender -> Logger.getRootLogger().isAttached(appender))
            .leftOut(attached -> assertThat(attached).isTrue())
            .released(attached -> assertThat(attached).isFalse()),
        leak("the loader of Hadoop's services")
            .without(StaticServiceLoaders.class)
            .given(() -> new URLClassLoader(new URL[0], FRAMEWORK))
            .container(HadoopLeaksTest::findServicesIn)
            .look(() -> ofClass(CompressionCodecFactory.class).in("CODEC_PROVIDERS").get("loader"))
            .leftOut((container, now) -> assertThat(now).isSameAs(container))
            .released(now -> assertThat(now).isSameAs(FRAMEWORK))
            .atEnd(URLClassLoader::close),
        leak("a default resource of Configuration")
            .without(RestoreStatics.class)
            .container(() -> Configuration.addDefaultResource("first-container.xml"))
            .look(() -> ofClass(Configuration.class).get("defaultResources").toString())
            .leftOut(names -> assertThat(names).contains("first-container.xml"))
            .released(
                names ->
                    assertThat(names)
                        .doesNotContain("first-container.xml")
                        .contains("core-default.xml")),
        leak("a file system in the cache")
            .without(FileSystemCache.class, RestoreStatics.class)
            .container(() -> FileSystem.getLocal(new Configuration()))
            .look(() -> (Map<?, ?>) ofClass(FileSystem.class).in("CACHE").get("map"))
            .leftOut(cached -> assertThat(cached).isNotEmpty())
            .released(cached -> assertThat(cached).isEmpty()),
        leak("the context of HDFS clients")
            .without(HdfsClientContexts.class)
            .containerGets(HadoopLeaksTest::hdfsContext)
            .look(HadoopLeaksTest::hdfsContext)
            .leftOut((first, now) -> assertThat(now).isSameAs(first))
            .released((first, now) -> assertThat(now).isNotSameAs(first)),
        leak("an open output stream of HDFS")
            .without(HdfsOpenStreams.class)
            .given(() -> new CopyOnWriteArrayList<String>())
            .container(HadoopLeaksTest::writeToHdfs)
            .look(ends -> ends)
            .leftOut(ends -> assertThat(ends).isEmpty())
            .released(ends -> assertThat(ends).containsExactly("abort")),
        leak("a pool of threads that read from HDFS")
            .without(HdfsReadPools.class)
            .given(HadoopLeaksTest::threadPool)
            .container(pool -> ofClass(DFSClient.class).set("STRIPED_READ_THREAD_POOL", pool))
            .look(ThreadPoolExecutor::isShutdown)
            .leftOut(shutdown -> assertThat(shutdown).isFalse())
            .released(shutdown -> assertThat(shutdown).isTrue()),
        leak("a web server that Jetty stops at exit")
            .without(JettyShutdownMonitor.class)
            .given(() -> new Server())
            .container(
                (slot, server) ->
                    slot.inContainer(Executors.callable(() -> ShutdownMonitor.register(server))))
            .look(server -> ShutdownMonitor.isRegistered(server))
            .leftOut(registered -> assertThat(registered).isTrue())
            .released(registered -> assertThat(registered).isFalse())
            .atEnd(server -> ShutdownMonitor.deregister(server)),
        leak("a source of metrics")
            .without(MetricsSystem.class, RestoreStatics.class)
            .container(() -> nameOfMetrics("first"))
            .look(() -> nameOfMetrics("second"))
            .leftOut(name -> assertThat(name).isEqualTo("first"))
            .released(name -> assertThat(name).isEqualTo("second")),
        leak("a client of Hadoop's RPC")
            .without(RpcClients.class)
            .containerGets(HadoopLeaksTest::rpcClientId)
            .look(HadoopLeaksTest::rpcClientId)
            .leftOut((first, now) -> assertThat(now).isSameAs(first))
            .released((first, now) -> assertThat(now).isNotSameAs(first)),
        leak("the engine of an RPC protocol")
            .without(RestoreStatics.class)
            .container(HadoopLeaksTest::chooseRpcEngine)
            .look(
                () ->
                    ofClass(RPC.class)
                        .get("PROTOCOL_ENGINES", Map.class)
                        .containsKey(Runnable.class))
            .leftOut(known -> assertThat(known).isTrue())
            .released(known -> assertThat(known).isFalse()),
        leak("the rack of a node")
            .without(RestoreStatics.class)
            .container(run -> rack(run.directory(), "/first"))
            .look(run -> rack(run.directory(), "/second"))
            .leftOut(rack -> assertThat(rack).isEqualTo("/first"))
            .released(rack -> assertThat(rack).isEqualTo("/second")),
        leak("a resource type of YARN")
            .without(RestoreStatics.class)
            .container(() -> ResourceUtils.resetResourceTypes(conf("yarn.resource-types", "first")))
            .look(() -> ResourceUtils.getResourceTypes().containsKey("first"))
            .leftOut(known -> assertThat(known).isTrue())
            .released(known -> assertThat(known).isFalse()),
        leak("the pages of a servlet filter")
            .without(RestoreStatics.class)
            .container(() -> assertThat(Guice.createInjector(new ServletModule())).isNotNull())
            .look(() -> String.valueOf(ofClass(GuiceFilter.class).get("pipeline").getClass()))
            .leftOut(pipeline -> assertThat(pipeline).contains("Managed"))
            .released(pipeline -> assertThat(pipeline).contains("Default")),
        leak("a hook of Hadoop's shutdown hook manager")
            .without(ResetShutdownHookManager.class, RestoreStatics.class)
            .given(() -> new Thread("first container"))
            .container(hook -> ShutdownHookManager.get().addShutdownHook(hook, 1))
            .look(hook -> ShutdownHookManager.get().hasShutdownHook(hook))
            .leftOut(known -> assertThat(known).isTrue())
            .released(known -> assertThat(known).isFalse()),
        leak("the policy of YARN's web pages")
            .without(RestoreStatics.class)
            .container(() -> MRWebAppUtil.initialize(conf("yarn.http.policy", "HTTPS_ONLY")))
            .look(MRWebAppUtil::getYARNWebappScheme)
            .leftOut(scheme -> assertThat(scheme).isEqualTo("https://"))
            .released(scheme -> assertThat(scheme).isEqualTo("http://")));
  }

  private static Configuration conf(String name, String value) {
    Configuration conf = new Configuration();
    conf.set(name, value);
    return conf;
  }

  private static int loggingFactories() throws ReflectiveOperationException {
    LogFactory.getLog(HadoopLeaksTest.class);
    return ofClass(LogFactory.class).get("factories", Map.class).size();
  }

  private static void logInto(WriterAppender appender) {
    Logger.getRootLogger().addAppender(appender);
    Logger.getLogger("some.name").setLevel(Level.TRACE);
  }

  private static void findServicesIn(ClassLoader container) throws ReflectiveOperationException {
    assertThat(CompressionCodecFactory.getCodecClasses(new Configuration(false))).isNotNull();
    ContainerServices.bind(new LoadedClasses(FRAMEWORK), container);
  }

  private static ClientContext hdfsContext() {
    Configuration conf = new Configuration();
    return ClientContext.get("default", new DfsClientConf(conf), conf);
  }

  private static void writeToHdfs(List<String> ends) throws IOException {
    LeaseRenewer.getInstance(
        "localhost:1", UserGroupInformation.getCurrentUser(), new WritingClient(ends));
  }

  /** A real client of a NameNode that is not there, which says how its streams end. */
  private static final class WritingClient extends DFSClient {
    private final List<String> ends;

    WritingClient(List<String> ends) throws IOException {
      super(URI.create("hdfs://localhost:1"), new Configuration());
      this.ends = ends;
    }

    @Override
    public void closeAllFilesBeingWritten(boolean abort) {
      ends.add(abort ? "abort" : "complete");
    }
  }

  private static ThreadPoolExecutor threadPool() {
    return new ThreadPoolExecutor(1, 1, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
  }

  private static Object nameOfMetrics(String ifNew) throws ReflectiveOperationException {
    DefaultMetricsSystem.initialize("MRAppMaster");
    return ReflectiveAccess.of(JvmMetrics.initSingleton(ifNew, "session")).get("processName");
  }

  private static Object rpcClientId() throws Exception {
    Object client =
        ofClass(ProtobufRpcEngine2.class)
            .call("getClient", new Class<?>[] {Configuration.class}, new Configuration());
    return ReflectiveAccess.of(client).get("clientId");
  }

  private static void chooseRpcEngine() throws Exception {
    Class<?>[] parameters = {Class.class, Configuration.class};
    ofClass(RPC.class).call("getProtocolEngine", parameters, Runnable.class, new Configuration());
  }

  private static String rack(Path directory, String rack) throws IOException {
    Path table = Files.writeString(directory.resolve("table"), "127.0.0.1 " + rack + "\n");
    Configuration conf = conf("net.topology.table.file.name", table.toString());
    conf.setClass(
        "net.topology.node.switch.mapping.impl", TableMapping.class, DNSToSwitchMapping.class);
    RackResolver.init(conf);
    return RackResolver.resolve("127.0.0.1").getNetworkLocation();
  }
}
