/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot.container;

import java.io.IOException;
import java.util.Optional;
import org.hpcreuse.classloader.ClassPathIdentity;
import org.hpcreuse.classloader.ContainerClassPath;
import org.hpcreuse.classloader.SharedContainerLoader;
import org.hpcreuse.cleanup.agent.Agent;
import org.hpcreuse.cleanup.kept.KeptCode;
import org.hpcreuse.hadoop.agent.LoadedFiles;
import org.hpcreuse.pool.slot.log.SlotLog;
import org.hpcreuse.pool.slot.memory.LoaderWatch;
import org.hpcreuse.protocol.program.JvmRequest;

/**
 * A loader whose classes stay for the next container with the same class path. Used by the runner
 * thread alone.
 */
final class KeptContainerLoader {
  private final String first;
  private final ClassPathIdentity identity;
  private final JvmRequest jvm;
  private final SharedContainerLoader loader;
  private final KeptCode code;
  private int served;

  private KeptContainerLoader(
      String first, ClassPathIdentity identity, JvmRequest jvm, SharedContainerLoader loader) {
    this.first = first;
    this.identity = identity;
    this.jvm = jvm;
    this.loader = loader;
    code =
        KeptCode.of(
            loader, name -> loader.classFile(name).map(file -> LoadedFiles.asLoaded(name, file)));
    loader.add(code::added);
  }

  /**
   * One without classes.
   *
   * @param first the container that will load them
   * @throws IOException when an entry of the class path cannot be read
   */
  static KeptContainerLoader make(
      String first, ContainerClassPath classPath, ClassPathIdentity identity, JvmRequest jvm)
      throws IOException {
    SharedContainerLoader loader = new SharedContainerLoader(first, classPath, identity);
    return new KeptContainerLoader(first, identity, jvm, loader);
  }

  ClassPathIdentity identity() {
    return identity;
  }

  SharedContainerLoader loader() {
    return loader;
  }

  /**
   * Why a container cannot have the classes; empty when it can. Something may have used them since
   * the last one.
   */
  Optional<String> obstacle(JvmRequest wanted) {
    return jvm.hasAccessOf(wanted)
        ? code.forget()
        : Optional.of("other packages of the JDK are open to them");
  }

  /** A container is about to run with them. */
  void begin(ContainerClassPath classPath, ClassPathIdentity its) throws IOException {
    if (served > 0) {
      loader.show(classPath, its);
    }
    served++;
    Agent.keep(Optional.of(code));
  }

  /**
   * The container is over.
   *
   * @param spoiled why another one must not use its classes; empty when nothing is known
   * @return why that is so, with what the classes themselves tell; empty when it may
   */
  Optional<String> end(String spoiled) {
    if (!spoiled.isEmpty()) {
      code.obstacle(spoiled);
    }
    if (loader.hasClassesOfOneContainer()) {
      code.obstacle("a class in the container's own directory");
    }
    Optional<String> obstacle = code.forget();
    Agent.keep(Optional.empty());
    return obstacle;
  }

  boolean hasClasses() {
    return code.size() > 0;
  }

  /** Lets go of all. */
  void drop(LoaderWatch loaders, SlotLog log) throws IOException {
    if (served > 1) {
      log.info(this + " have served " + served + " containers");
    }
    loaders.close(loader);
  }

  @Override
  public String toString() {
    return "classes of " + first;
  }
}
