/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.hpcreuse.cleanup.state.Residue;
import org.hpcreuse.cleanup.step.ReleaseStep;
import org.hpcreuse.cleanup.step.Restorable;

/**
 * A row in a table of leaks: what a container leaves in a slot, and the step that removes it.
 * {@link LeakCases} runs each row twice, once without the step and once with the whole release.
 *
 * <p>A row reads in the order in which its parts run:
 *
 * <pre>{@code
 * leak("the proxy selector")
 *     .without(Proxies.class)
 *     .given(() -> ProxySelector.of(null))
 *     .container(ProxySelector::setDefault)
 *     .look(ProxySelector::getDefault)
 *     .leftOut((first, now) -> assertThat(now).isSameAs(first))
 *     .released((first, now) -> assertThat(now).isNotSameAs(first))
 * }</pre>
 *
 * <p>Here {@code first} is what the row is given. A part that does not need it has one parameter
 * less.
 *
 * @param name what the container leaves
 * @param steps the steps that are left out in the first run
 * @param given what is made or noted before the container runs; the {@link Run} if nothing is
 * @param container what the container does
 * @param look what is looked at after the release
 * @param leftOut what that is when the steps are left out
 * @param released what that is after a whole release
 * @param audited the kind of residue that an audit shows until the release
 * @param end what ends or closes what the row is given
 * @param <G> type of what the row is given
 * @param <T> type of what is looked at
 */
public record LeakCase<G, T>(
    String name,
    List<Class<? extends ReleaseStep>> steps,
    Look<Run, G> given,
    Container<G> container,
    Look<G, T> look,
    Check<G, T> leftOut,
    Check<G, T> released,
    Optional<String> audited,
    Code<G> end) {

  /** One run of a row, with a slot and an empty directory of its own. */
  public record Run(TestSlot slot, Path directory) {}

  /** Code that needs nothing. */
  public interface Action {
    void run() throws Exception;
  }

  /** Code that needs one thing. */
  public interface Code<A> {
    void run(A argument) throws Exception;
  }

  /** What a container does in a slot. */
  public interface Container<G> {
    void run(TestSlot slot, G given) throws Exception;
  }

  /** Finds a value. */
  public interface Look<A, B> {
    B at(A source) throws Exception;
  }

  /** An assertion on what is found after a release. */
  public interface Check<G, T> {
    void check(G given, T now) throws Exception;
  }

  /** A new row. */
  public static LeakCase<Run, Run> leak(String name) {
    return of(name, List.of(), run -> run);
  }

  private static <G> LeakCase<G, G> of(
      String name, List<Class<? extends ReleaseStep>> steps, Look<Run, G> given) {
    return new LeakCase<>(
        name,
        steps,
        given,
        (slot, made) -> {},
        made -> made,
        missing(),
        missing(),
        Optional.empty(),
        made -> {});
  }

  private static <G, T> Check<G, T> missing() {
    return (made, now) -> fail("the row does not say what is expected");
  }

  /** The steps without which the trace stays. */
  @SafeVarargs
  @SuppressWarnings("varargs") // List.of only reads them
  public final LeakCase<G, T> without(Class<? extends ReleaseStep>... leftOutSteps) {
    return new LeakCase<>(
        name, List.of(leftOutSteps), given, container, look, leftOut, released, audited, end);
  }

  /** What the other parts need; comes before them. */
  public <N> LeakCase<N, N> given(Callable<N> source) {
    return of(name, steps, run -> source.call());
  }

  /** What the container gets from the JVM or the framework; it does nothing else. */
  public <N> LeakCase<N, N> containerGets(Callable<N> first) {
    return given(first);
  }

  /** What the container does. */
  public LeakCase<G, T> container(Container<G> code) {
    return new LeakCase<>(name, steps, given, code, look, leftOut, released, audited, end);
  }

  /** What the container does. */
  public LeakCase<G, T> container(Code<G> code) {
    return container((slot, made) -> code.run(made));
  }

  /** What the container does. */
  public LeakCase<G, T> container(Action code) {
    return container((slot, made) -> code.run());
  }

  /** A class of the user package, which runs in the container's loader. */
  public LeakCase<G, T> container(Class<? extends Callable<?>> program) {
    return container((slot, made) -> slot.inContainer(program));
  }

  /** What is looked at after the release. */
  public <N> LeakCase<G, N> look(Look<G, N> found) {
    return new LeakCase<>(name, steps, given, container, found, missing(), missing(), audited, end);
  }

  /** What is looked at after the release. */
  public <N> LeakCase<G, N> look(Callable<N> found) {
    return look(made -> found.call());
  }

  /** What must hold when the steps are left out. */
  public LeakCase<G, T> leftOut(Check<G, T> check) {
    return new LeakCase<>(name, steps, given, container, look, check, released, audited, end);
  }

  /** What must hold when the steps are left out. */
  public LeakCase<G, T> leftOut(Code<T> check) {
    return leftOut((made, now) -> check.run(now));
  }

  /** What must hold after a whole release. */
  public LeakCase<G, T> released(Check<G, T> check) {
    return new LeakCase<>(name, steps, given, container, look, leftOut, check, audited, end);
  }

  /** What must hold after a whole release. */
  public LeakCase<G, T> released(Code<T> check) {
    return released((made, now) -> check.run(now));
  }

  /** An audit must show the state of that step until the release, and no residue after it. */
  public LeakCase<G, T> audited(Restorable<?> step) {
    Optional<String> kind = Optional.of(step.kind());
    return new LeakCase<>(name, steps, given, container, look, leftOut, released, kind, end);
  }

  /** What ends or closes what the row is given. */
  public LeakCase<G, T> atEnd(Code<G> code) {
    return new LeakCase<>(name, steps, given, container, look, leftOut, released, audited, code);
  }

  /** Releases the container without the steps. */
  void runLeftOut(Path directory) throws Exception {
    run(
        directory,
        (slot, made) -> {
          slot.releaseWithout(steps);
          leftOut.check(made, look.at(made));
        });
  }

  /** Releases the container. */
  void runReleased(Path directory) throws Exception {
    run(
        directory,
        (slot, made) -> {
          audited.ifPresent(
              kind -> assertThat(slot.residue()).extracting(Residue::kind).contains(kind));
          slot.release();
          released.check(made, look.at(made));
          audited.ifPresent(kind -> assertThat(slot.residue()).isEmpty());
        });
  }

  private void run(Path directory, Container<G> afterwards) throws Exception {
    try (TestSlot slot = new TestSlot()) {
      G made = given.at(new Run(slot, directory));
      try {
        container.run(slot, made);
        afterwards.run(slot, made);
      } finally {
        end.run(made);
      }
    }
  }

  /** The name: what a report calls the row. */
  @Override
  public String toString() {
    return name;
  }
}
