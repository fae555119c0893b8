/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot.framework;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import javax.xml.stream.XMLStreamException;
import org.hpcreuse.classloader.FrameworkLoader;
import org.hpcreuse.hadoop.KnownResources;
import org.hpcreuse.hadoop.Property;
import org.hpcreuse.hadoop.ResourceReader;
import org.hpcreuse.hadoop.WebappFiles;
import org.hpcreuse.pool.slot.process.SlotLog;

/** Reads files in the framework's jars that each container would have to read again. */
final class FrameworkContent {
  /** The web application of MapReduce's ApplicationMaster. */
  private static final List<String> WEBAPPS = List.of("webapps/mapreduce");

  private FrameworkContent() {}

  /**
   * Reads the files, once for all frameworks that the slot loads. A framework that has none of
   * them, or another Hadoop, goes on reading its own in each container.
   *
   * @param framework its early classes are initialised
   */
  static void read(FrameworkLoader framework, SlotLog log) {
    if (KnownResources.isInstalled()) {
      return;
    }
    Map<String, List<Property>> files = Map.of();
    try {
      files = new ResourceReader(framework).defaults();
      log.info(files.size() + " files of default properties parsed");
    } catch (ReflectiveOperationException
        | XMLStreamException
        | RuntimeException
        | LinkageError e) {
      log.warn("default properties are parsed in each container", e);
    }
    KnownResources.install(files);
    Map<String, byte[]> webapps = Map.of();
    try {
      webapps = WebappFiles.read(framework, WEBAPPS);
      log.info(webapps.size() + " web applications read");
    } catch (IOException | RuntimeException e) {
      log.warn("web applications are unpacked from their jars", e);
    }
    WebappFiles.install(webapps);
  }
}
