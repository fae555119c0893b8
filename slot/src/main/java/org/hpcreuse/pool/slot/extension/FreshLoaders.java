/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot.extension;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.hpcreuse.classloader.ContainerClassPath;
import org.hpcreuse.classloader.ContainerLoader;
import org.hpcreuse.pool.slot.memory.LoaderWatch;
import org.hpcreuse.protocol.program.JvmRequest;
import org.hpcreuse.protocol.wire.LaunchSpec;

/**
 * A new loader for each container.
 *
 * @param loaders hears of each loader that is closed
 */
public record FreshLoaders(LoaderWatch loaders) implements ContainerLoaders {
  @Override
  public ContainerLoader loader(LaunchSpec spec, ContainerClassPath classPath, JvmRequest jvm) {
    return new ContainerLoader(spec.containerId(), classPath);
  }

  @Override
  public void done(ContainerLoader loader, String spoiled) throws IOException {
    loaders.close(loader);
  }

  @Override
  public boolean prepare(Path profile, BooleanSupplier idle) {
    return true;
  }

  @Override
  public Map<String, Long> profiles() {
    return Map.of();
  }

  @Override
  public List<ClassLoader> waiting() {
    return List.of();
  }

  @Override
  public void dropAll() {}

  @Override
  public void dropOfApplications() {}
}
