/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot.framework;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.xml.stream.XMLStreamException;
import org.hpcreuse.classloader.ClassImage;
import org.hpcreuse.classloader.FrameworkLoader;
import org.hpcreuse.classloader.SharedApiLoader;
import org.hpcreuse.cleanup.JvmBaseline;
import org.hpcreuse.cleanup.agent.Agent;
import org.hpcreuse.cleanup.boot.ClassHooks;
import org.hpcreuse.cleanup.boot.OneClassPath;
import org.hpcreuse.cleanup.hadoop.ContainerLogging;
import org.hpcreuse.cleanup.state.LoadedClasses;
import org.hpcreuse.cleanup.statics.StaticState;
import org.hpcreuse.hadoop.KnownResources;
import org.hpcreuse.hadoop.Property;
import org.hpcreuse.hadoop.ResourceReader;
import org.hpcreuse.hadoop.WebappFiles;
import org.hpcreuse.pool.slot.process.SlotLog;

/**
 * Hadoop as it is loaded in a slot, ready for a container.
 *
 * @param loader its class loader
 * @param preload initialises its classes
 * @param classes its initialised classes
 * @param baseline the state of the JVM and of these classes before the first container
 * @param logging configures its log4j for each container
 */
public record Framework(
    FrameworkLoader loader,
    FrameworkPreload preload,
    LoadedClasses classes,
    JvmBaseline baseline,
    ContainerLogging logging) {

  /**
   * Loads it, initialises the early classes and captures the baseline. Nothing else may run in the
   * JVM meanwhile.
   *
   * @param entries its class path
   * @param parent what it shares with the slot
   * @param learned names of classes to initialise while idle, beyond those that come with the slot
   * @param image its classes as the agents leave them
   * @throws IOException when a jar or a list of classes cannot be read
   */
  static Framework load(
      List<Path> entries,
      SharedApiLoader parent,
      List<String> learned,
      Optional<ClassImage> image,
      SlotLog log)
      throws IOException {
    FrameworkLoader loader = new FrameworkLoader(entries, parent, OneClassPath::answering, image);
    FrameworkPreload preload = new FrameworkPreload(loader, learned, log);
    LoadedClasses classes = new LoadedClasses(loader, loader::defined);
    StaticState statics = statics(classes, loader, preload, image, log);
    return new Framework(
        loader,
        preload,
        classes,
        JvmBaseline.capture(classes, statics),
        new ContainerLogging(classes));
  }

  /** Initialises the early classes and takes their state; later ones will be seen. */
  private static StaticState statics(
      LoadedClasses classes,
      FrameworkLoader loader,
      FrameworkPreload preload,
      Optional<ClassImage> image,
      SlotLog log) {
    StaticState statics = new StaticState(classes);
    Agent.watchInitializers(
        classes.loader(), name -> !preload.isEarly(name) || StaticState.mustSee(name));
    ClassHooks.install(statics);
    statics.warmUp(
        () -> {
          image.ifPresent(with -> FrameworkContent.take(with, loader, log));
          preload.early();
          FrameworkContent.read(loader, log);
        });
    log.info(
        String.format(
            "static state of %d framework classes in %d pieces",
            classes.all().size(), statics.size()));
    if (!loader.missed().isEmpty()) {
      log.info("classes of the framework were linked without " + loader.missed());
    }
    statics.unreadable().forEach(name -> log.info("static state not looked at: " + name));
    return statics;
  }

  /** Reads files in the framework's jars that each container would have to read again. */
  private static final class FrameworkContent {
    /** The web application of MapReduce's ApplicationMaster. */
    private static final List<String> WEBAPPS = List.of("webapps/mapreduce");

    private FrameworkContent() {}

    /** Takes the files of default properties from an image, before a class needs them. */
    static void take(ClassImage image, FrameworkLoader framework, SlotLog log) {
      if (KnownResources.isInstalled()) {
        return;
      }
      try {
        Map<String, List<Property>> files = ParsedDefaults.read(image, framework);
        if (!files.isEmpty()) {
          KnownResources.install(files);
          log.info(files.size() + " files of default properties taken from the image");
        }
      } catch (IOException | RuntimeException e) {
        log.warn("default properties are not taken from the image", e);
      }
    }

    /**
     * Reads the files, once for all frameworks that the slot loads. A framework that has none of
     * them, or another Hadoop, goes on reading its own in each container.
     *
     * @param framework its early classes are initialised
     */
    static void read(FrameworkLoader framework, SlotLog log) {
      if (WebappFiles.isInstalled()) {
        return;
      }
      if (!KnownResources.isInstalled()) {
        parse(framework, log);
      }
      Map<String, byte[]> webapps = Map.of();
      try {
        webapps = WebappFiles.read(framework, WEBAPPS);
        log.info(webapps.size() + " web applications read");
      } catch (IOException | RuntimeException e) {
        log.warn("web applications are unpacked from their jars", e);
      }
      WebappFiles.install(webapps);
    }

    private static void parse(FrameworkLoader framework, SlotLog log) {
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
    }
  }
}
