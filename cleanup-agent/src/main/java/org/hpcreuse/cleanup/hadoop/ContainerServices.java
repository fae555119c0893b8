/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.hadoop;

import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import org.hpcreuse.cleanup.state.LoadedClasses;
import org.hpcreuse.cleanup.state.ReflectiveAccess;

/**
 * Hadoop's static {@link ServiceLoader}s, which take the context loader of the caller that
 * initialises their class. In a forked container that sees the user's jars.
 */
public final class ContainerServices {
  private static final Map<String, String> LOADERS =
      Map.of(
          "org.apache.hadoop.mapreduce.Cluster", "frameworkLoader",
          "org.apache.hadoop.security.SecurityUtil", "securityInfoProviders",
          "org.apache.hadoop.security.token.Token", "renewers",
          "org.apache.hadoop.io.compress.CompressionCodecFactory", "CODEC_PROVIDERS");

  private ContainerServices() {}

  /**
   * Turns them to {@code loader} and forgets the providers found so far. Call it before a
   * container's main with the container's loader; the release turns them back.
   *
   * @throws ReflectiveOperationException if Hadoop or the JDK is not one this was written for
   */
  public static void bind(LoadedClasses framework, ClassLoader loader)
      throws ReflectiveOperationException {
    for (Map.Entry<String, String> entry : LOADERS.entrySet()) {
      Optional<ReflectiveAccess> statics = framework.statics(entry.getKey());
      if (statics.isPresent()) {
        ServiceLoader<?> services = statics.get().get(entry.getValue(), ServiceLoader.class);
        synchronized (services) {
          ReflectiveAccess.of(services).set("loader", loader);
          services.reload();
        }
      }
    }
  }
}
