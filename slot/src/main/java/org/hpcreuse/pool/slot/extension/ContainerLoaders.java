/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot.extension;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.hpcreuse.classloader.ContainerClassPath;
import org.hpcreuse.classloader.ContainerLoader;
import org.hpcreuse.classloader.FrameworkLoader;
import org.hpcreuse.pool.slot.memory.LoaderWatch;
import org.hpcreuse.pool.slot.process.SlotLog;
import org.hpcreuse.protocol.files.PoolFiles;
import org.hpcreuse.protocol.program.JvmRequest;
import org.hpcreuse.protocol.wire.LaunchSpec;

/**
 * Supplies the class loader of each container, and decides what of its classes stays for the next
 * one. {@link FreshLoaders} keeps nothing. The thread {@code slot-runner} calls all of it.
 */
public interface ContainerLoaders {
  /**
   * The loader of a container that is about to run; {@link #done} takes it back.
   *
   * @param classPath one without conflict
   * @param jvm which packages of the JDK are open to it, for good
   * @throws IOException when the loader before cannot be closed
   */
  ContainerLoader loader(LaunchSpec spec, ContainerClassPath classPath, JvmRequest jvm)
      throws IOException;

  /**
   * A container is over: nothing of it can act any more.
   *
   * @param loader its loader
   * @param spoiled why another container must not use its classes; empty when nothing is known
   */
  void done(ContainerLoader loader, String spoiled) throws IOException;

  /**
   * Loads the classes of a profile for a container that may come; called while none runs.
   *
   * @param profile its file
   * @param idle whether to go on
   * @return whether all is done
   * @throws IOException when the profile or a jar of it cannot be read
   */
  boolean prepare(Path profile, BooleanSupplier idle) throws IOException;

  /** How many classes of each profile are there for the next container, by the profile's file. */
  Map<String, Long> profiles();

  /** The loaders that wait for their next container. */
  List<ClassLoader> waiting();

  /** Closes the loaders that wait. */
  void dropAll() throws IOException;

  /** Closes the loaders that wait for a container of one application. */
  void dropOfApplications() throws IOException;

  /** Makes them; a service that the extension's jar names ({@link java.util.ServiceLoader}). */
  interface Provider {
    /**
     * Called once, before the first container, with the agent at work.
     *
     * @param framework what the slot has loaded
     * @param loaders hears of each loader that is closed
     */
    ContainerLoaders open(
        PoolFiles files, Supplier<FrameworkLoader> framework, LoaderWatch loaders, SlotLog log);
  }
}
