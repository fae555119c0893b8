/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.portaccess;

import java.lang.instrument.Instrumentation;
import java.util.Map;
import java.util.Set;

/** Entry point of {@code -javaagent:port-access.jar=…}. */
public final class PortAccessAgent {
  private PortAccessAgent() {}

  /**
   * Called by the JVM before main(). What it throws ends the JVM.
   *
   * @param arguments see {@link AgentArguments}
   */
  public static void premain(String arguments, Instrumentation instrumentation) throws Exception {
    AgentArguments given = AgentArguments.parse(arguments == null ? "" : arguments);
    openPackages(instrumentation);
    AcceptTransformer.install(instrumentation);
    if (given.netlink().isPresent()) {
      OwnUsersOnly.askThrough(given.netlink().getAsInt());
    }
    OwnUsersOnly.begin(given.peers(), given.logs() ? System.err::println : line -> {});
  }

  /** The descriptors of channels, and a stream for the descriptor of {@link SocketDiagnosis}. */
  private static void openPackages(Instrumentation instrumentation) {
    Set<Module> self = Set.of(OwnUsersOnly.class.getModule());
    instrumentation.redefineModule(
        Object.class.getModule(),
        Set.of(),
        Map.of(),
        Map.of("sun.nio.ch", self, "java.io", self),
        Set.of(),
        Map.of());
  }
}
