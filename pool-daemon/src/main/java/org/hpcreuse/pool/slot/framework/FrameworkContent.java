/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot.framework;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import javax.xml.stream.XMLStreamException;
import org.hpcreuse.classloader.FrameworkLoader;
import org.hpcreuse.hadoop.configuration.KnownResources;
import org.hpcreuse.hadoop.configuration.Property;
import org.hpcreuse.hadoop.configuration.ResourceReader;
import org.hpcreuse.hadoop.webapps.WebappFiles;
import org.hpcreuse.pool.slot.log.SlotLog;

/** Reads files in the framework's jars that each container would have to read again. */
final class FrameworkContent {
  /** The web application of MapReduce's ApplicationMaster. */
  private static final List<String> WEBAPPS = List.of("webapps/mapreduce");

  private FrameworkContent() {}

  /**
   * Reads the files. A framework that has none of them, or another Hadoop, goes on reading its own
   * in each container.
   *
   * @param framework its early classes are initialised
   */
  static void read(FrameworkLoader framework, SlotLog log) {
    try {
      Map<String, List<Property>> files = new ResourceReader(framework).defaults();
      KnownResources.install(files);
      log.info(files.size() + " files of default properties parsed");
    } catch (ReflectiveOperationException | XMLStreamException | LinkageError e) {
      log.warn("default properties are parsed in each container", e);
    }
    try {
      log.info(WebappFiles.read(framework, WEBAPPS) + " web applications read");
    } catch (IOException e) {
      log.warn("web applications are unpacked from their jars", e);
    }
  }
}
