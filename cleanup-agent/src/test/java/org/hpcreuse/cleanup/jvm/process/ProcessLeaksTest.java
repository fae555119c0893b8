/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm.process;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hpcreuse.cleanup.LeakCase.leak;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.PrintStream;
import java.lang.reflect.Proxy;
import java.util.stream.Stream;
import org.hpcreuse.cleanup.LeakCase;
import org.hpcreuse.cleanup.LeakCases;
import org.hpcreuse.cleanup.state.LoadedClasses;

/** What containers leave in the process. */
class ProcessLeaksTest extends LeakCases {
  @Override
  protected Stream<LeakCase<?, ?>> leaks() {
    return Stream.of(
        leak("a file to delete at exit")
            .without(DeleteOnExitFiles.class)
            .container(() -> new File("first-container").deleteOnExit())
            .look(DeleteOnExitFiles::live)
            .leftOut(files -> assertThat(files).contains("first-container"))
            .released(files -> assertThat(files).doesNotContain("first-container")),
        leak("a shutdown hook")
            .without(ShutdownHooks.class)
            .given(() -> new Thread(() -> {}, "first container"))
            .container(hook -> Runtime.getRuntime().addShutdownHook(hook))
            .look(ShutdownHooks::live)
            .leftOut((hook, hooks) -> assertThat(hooks).containsKey(hook))
            .released((hook, hooks) -> assertThat(hooks).doesNotContainKey(hook)),
        leak("the handlers of signals")
            .without(SignalHandlers.class)
            .given(ProcessLeaksTest::signalHandlers)
            .container(ProcessLeaksTest::handleWinch)
            .look(ProcessLeaksTest::signalHandlers)
            .leftOut((before, now) -> assertThat(now).isNotEqualTo(before))
            .released((before, now) -> assertThat(now).isEqualTo(before)),
        leak("the standard error stream")
            .without(StandardStreams.class)
            .given(() -> new PrintStream(new ByteArrayOutputStream(), true, UTF_8))
            .container(System::setErr)
            .look(() -> System.err)
            .leftOut((first, now) -> assertThat(now).isSameAs(first))
            .released((first, now) -> assertThat(now).isNotSameAs(first)));
  }

  private static Object signalHandlers() {
    return new SignalHandlers().capture(new LoadedClasses(ProcessLeaksTest.class.getClassLoader()));
  }

  /** By name, since the compiler warns of that class, and no option turns that off. */
  private static void handleWinch() throws Exception {
    Class<?> signal = Class.forName("sun.misc.Signal");
    Class<?> handler = Class.forName("sun.misc.SignalHandler");
    Object nothing =
        Proxy.newProxyInstance(
            handler.getClassLoader(), new Class<?>[] {handler}, (proxy, method, args) -> null);
    Object winch = signal.getConstructor(String.class).newInstance("WINCH");
    signal.getMethod("handle", signal, handler).invoke(null, winch, nothing);
  }
}
