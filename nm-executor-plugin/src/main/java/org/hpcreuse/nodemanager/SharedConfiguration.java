/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.nodemanager;

import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import javax.xml.stream.XMLStreamException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.UnsupportedFileSystemException;
import org.hpcreuse.hadoop.KnownResources;
import org.hpcreuse.hadoop.LocalContexts;
import org.hpcreuse.hadoop.Property;
import org.hpcreuse.hadoop.ResourceReader;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes one Configuration for what YARN's ContainerLaunch and ContainerCleanup do with local files.
 * Each of them makes one for every container, which looks for all of Hadoop's files in all jars,
 * and parses them. For the Configurations that are left it parses the defaults once. It takes
 * effect in a NodeManager that runs with {@code -javaagent:hadoop-agent.jar}; the files are those
 * of its start.
 */
final class SharedConfiguration {
  private static final Logger LOG = LoggerFactory.getLogger(SharedConfiguration.class);

  private SharedConfiguration() {}

  /** Reads the files; never fails. */
  static void install() {
    if (!hasAgent()) {
      LOG.info(
          "Hadoop's properties are read twice for each container; with hadoop-agent.jar as"
              + " -javaagent in YARN_NODEMANAGER_OPTS they are not");
      return;
    }
    try {
      ResourceReader reader = new ResourceReader(Configuration.class.getClassLoader());
      Map<String, List<Property>> files = reader.defaults();
      KnownResources.install(files);
      LocalContexts.install(contexts(new Configuration()));
      LOG.info("{} files of default properties parsed", files.size());
    } catch (ReflectiveOperationException
        | XMLStreamException
        | RuntimeException
        | LinkageError e) {
      LOG.warn("Hadoop's properties are read twice for each container", e);
    }
  }

  private static Supplier<FileContext> contexts(Configuration conf) {
    return () -> {
      try {
        return FileContext.getLocalFSFileContext(conf);
      } catch (UnsupportedFileSystemException e) {
        return null; // Hadoop says so itself
      }
    };
  }

  private static boolean hasAgent() {
    try {
      Class.forName("org.hpcreuse.hadoop.KnownResources", false, null);
      return true;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }
}
