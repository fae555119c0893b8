/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.portaccess;

import java.lang.instrument.Instrumentation;
import java.util.Map;
import java.util.Set;

/** Entry point of {@code -javaagent:port-access.jar=…}. */
public final class Agent {
  private Agent() {}

  /**
   * Called by the JVM before main(). What it throws ends the JVM.
   *
   * @param arguments see {@link AgentArguments}
   */
  public static void premain(String arguments, Instrumentation instrumentation) throws Exception {
    AgentArguments given = AgentArguments.parse(arguments == null ? "" : arguments);
    openChannels(instrumentation);
    AcceptTransformer.install(instrumentation);
    OwnUsersOnly.begin(given.peers(), given.logs() ? System.err::println : line -> {});
  }

  /** {@link OwnUsersOnly} has to know the descriptors of channels. */
  private static void openChannels(Instrumentation instrumentation) {
    instrumentation.redefineModule(
        Object.class.getModule(),
        Set.of(),
        Map.of(),
        Map.of("sun.nio.ch", Set.of(OwnUsersOnly.class.getModule())),
        Set.of(),
        Map.of());
  }
}
