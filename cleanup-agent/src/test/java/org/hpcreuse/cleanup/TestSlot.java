/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.WeakReference;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.hpcreuse.cleanup.state.BoundedCall;
import org.hpcreuse.cleanup.state.LoadedClasses;
import org.hpcreuse.cleanup.state.Residue;
import org.hpcreuse.cleanup.step.Release;
import org.hpcreuse.cleanup.step.ReleaseStep;

/**
 * This JVM as a slot: the test's class path is the framework, a throw-away loader that defines the
 * classes of {@code org.hpcreuse.cleanup.user} again is the container.
 */
public final class TestSlot implements AutoCloseable {
  private static final ClassLoader FRAMEWORK = TestSlot.class.getClassLoader();
  private static final long LIMIT_SECONDS = 10;

  private final LoadedClasses framework = EarlyClasses.FRAMEWORK;
  private final JvmBaseline baseline = JvmBaseline.capture(framework, EarlyClasses.STATICS);
  private final Set<Thread> before = Thread.getAllStackTraces().keySet();
  private ClassLoader container = new UserLoader();

  /** Runs code of this test as the container would: own thread, container's context loader. */
  public <T> T inContainer(Callable<T> code) throws Exception {
    Object[] result = new Object[1];
    BoundedCall.run(
        "container",
        container,
        TimeUnit.SECONDS.toNanos(LIMIT_SECONDS),
        () -> result[0] = code.call());
    @SuppressWarnings("unchecked") // what code returned
    T value = (T) result[0];
    return value;
  }

  /** Runs a class of the user package in the container. */
  public void inContainer(Class<? extends Callable<?>> type) throws Exception {
    Callable<?> job =
        (Callable<?>) container.loadClass(type.getName()).getDeclaredConstructor().newInstance();
    inContainer(job);
  }

  /** What an audit would show now. */
  public List<Residue> residue() {
    return baseline.differences(framework);
  }

  /** Changes something as the slot itself. */
  public void adopt(Runnable change) {
    baseline.adopt(framework, change);
  }

  public Release release(boolean orderly) {
    return release(orderly, TimeUnit.SECONDS.toNanos(LIMIT_SECONDS));
  }

  public Release release(boolean orderly, long limitNanos) {
    return new Release(
        framework,
        FRAMEWORK,
        container,
        thread -> !before.contains(thread),
        orderly,
        baseline,
        System.nanoTime() + limitNanos,
        line -> {});
  }

  public void run(ReleaseChain chain) {
    assertThat(chain.run(release(true)).retireReason()).isEmpty();
  }

  /** Releases a container forgotten earlier. */
  public void run(ClassLoader forgotten) {
    ClassLoader current = container;
    container = forgotten;
    release();
    container = current;
  }

  /** Releases with some steps missing. */
  @SafeVarargs
  @SuppressWarnings("varargs") // List.of only reads them
  public final void releaseWithout(Class<? extends ReleaseStep>... steps) {
    releaseWithout(List.of(steps));
  }

  /** Releases with some steps missing. */
  public void releaseWithout(List<Class<? extends ReleaseStep>> steps) {
    ReleaseChain chain = ReleaseChain.standard();
    for (Class<? extends ReleaseStep> step : steps) {
      int before = chain.steps().size();
      chain = chain.without(step);
      assertThat(chain.steps().size()).as("steps without " + step).isLessThan(before);
    }
    run(chain);
  }

  public void release() {
    run(ReleaseChain.standard());
  }

  /** Drops the container; the reference tells whether its loader goes. */
  public WeakReference<ClassLoader> forget() {
    WeakReference<ClassLoader> reference = new WeakReference<>(container);
    container = new UserLoader();
    return reference;
  }

  /** Waits until the loader is gone. */
  public static void awaitCollected(WeakReference<ClassLoader> loader) {
    Awaitility.await("container loader collected")
        .atMost(LIMIT_SECONDS, TimeUnit.SECONDS)
        .until(() -> isCollected(loader));
  }

  /** True if a few collections take the loader away. */
  public static boolean isCollected(WeakReference<ClassLoader> loader) {
    for (int i = 0; i < 5 && loader.get() != null; i++) {
      System.gc();
    }
    return loader.get() == null;
  }

  @Override
  public void close() {
    release();
  }

  private static final class UserLoader extends URLClassLoader {
    private static final String PACKAGE = "org.hpcreuse.cleanup.user.";

    UserLoader() {
      super(new URL[] {classes()}, FRAMEWORK);
    }

    private static URL classes() {
      try {
        return new URL(
            TestSlot.class.getProtectionDomain().getCodeSource().getLocation().toString());
      } catch (MalformedURLException e) {
        throw new IllegalStateException(e);
      }
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (!name.startsWith(PACKAGE)) {
        return super.loadClass(name, resolve);
      }
      synchronized (getClassLoadingLock(name)) {
        Class<?> loaded = findLoadedClass(name);
        return loaded == null ? findClass(name) : loaded;
      }
    }
  }
}
