/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot.framework;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.hpcreuse.classloader.FrameworkLoader;
import org.hpcreuse.classloader.SharedApiLoader;
import org.hpcreuse.cleanup.JvmBaseline;
import org.hpcreuse.cleanup.agent.Agent;
import org.hpcreuse.cleanup.boot.ClassHooks;
import org.hpcreuse.cleanup.hadoop.ContainerLogging;
import org.hpcreuse.cleanup.state.LoadedClasses;
import org.hpcreuse.cleanup.statics.StaticState;
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
   * @throws IOException when a jar or a list of classes cannot be read
   */
  static Framework load(
      List<Path> entries, SharedApiLoader parent, List<String> learned, SlotLog log)
      throws IOException {
    FrameworkLoader loader = new FrameworkLoader(entries, parent);
    FrameworkPreload preload = new FrameworkPreload(loader, learned, log);
    LoadedClasses classes = new LoadedClasses(loader, loader::defined);
    StaticState statics = statics(classes, loader, preload, log);
    return new Framework(
        loader,
        preload,
        classes,
        JvmBaseline.capture(classes, statics),
        new ContainerLogging(classes));
  }

  /** Initialises the early classes and takes their state; later ones will be seen. */
  private static StaticState statics(
      LoadedClasses classes, FrameworkLoader loader, FrameworkPreload preload, SlotLog log) {
    StaticState statics = new StaticState(classes);
    Agent.watchInitializers(
        classes.loader(), name -> !preload.isEarly(name) || StaticState.mustSee(name));
    ClassHooks.install(statics);
    statics.warmUp(
        () -> {
          preload.early();
          FrameworkContent.read(loader, log);
        });
    log.info(
        String.format(
            "static state of %d framework classes in %d pieces",
            classes.all().size(), statics.size()));
    statics.unreadable().forEach(name -> log.info("static state not looked at: " + name));
    return statics;
  }
}
