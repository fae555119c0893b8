/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.nodemanager;

import java.util.List;
import java.util.Map;
import javax.xml.stream.XMLStreamException;
import org.apache.hadoop.conf.Configuration;
import org.hpcreuse.hadoop.configuration.KnownResources;
import org.hpcreuse.hadoop.configuration.Property;
import org.hpcreuse.hadoop.configuration.ResourceReader;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Parses Hadoop's files of default properties once. YARN's ContainerLaunch and ContainerCleanup
 * each make a FileContext for every container, with a Configuration that parses them again. It
 * takes effect in a NodeManager that runs with {@code -javaagent:hadoop-agent.jar}; the jars that
 * the files are in are those of its start.
 */
final class ParsedDefaults {
  private static final Logger LOG = LoggerFactory.getLogger(ParsedDefaults.class);

  private ParsedDefaults() {}

  /** Reads the files; never fails. */
  static void read() {
    if (!hasAgent()) {
      LOG.info(
          "default properties are parsed twice for each container; with hadoop-agent.jar as"
              + " -javaagent in YARN_NODEMANAGER_OPTS they are not");
      return;
    }
    try {
      ResourceReader reader = new ResourceReader(Configuration.class.getClassLoader());
      Map<String, List<Property>> files = reader.defaults();
      KnownResources.install(files);
      LOG.info("{} files of default properties parsed", files.size());
    } catch (ReflectiveOperationException
        | XMLStreamException
        | RuntimeException
        | LinkageError e) {
      LOG.warn("default properties are parsed twice for each container", e);
    }
  }

  private static boolean hasAgent() {
    try {
      Class.forName("org.hpcreuse.hadoop.configuration.KnownResources", false, null);
      return true;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }
}
