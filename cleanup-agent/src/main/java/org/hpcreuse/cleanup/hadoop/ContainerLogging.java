/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.hadoop;

import java.net.MalformedURLException;
import java.net.URL;
import java.util.Optional;
import java.util.Properties;
import org.hpcreuse.cleanup.jvm.registries.FrameworkBeans;
import org.hpcreuse.cleanup.state.LoadedClasses;
import org.hpcreuse.cleanup.state.ReflectiveAccess;

/**
 * Configures log4j for a container as the static initialiser of its LogManager does in a new JVM.
 * The idea and the order of look-ups are those of reload4j 1.2.22 (LogManager, OptionConverter).
 */
public final class ContainerLogging {
  private final LoadedClasses framework;
  private final FrameworkBeans beans = new FrameworkBeans();
  private final FrameworkProperties known;

  /**
   * For the containers of one framework.
   *
   * @param framework where log4j is
   */
  public ContainerLogging(LoadedClasses framework) {
    this.framework = framework;
    this.known = new FrameworkProperties(framework.loader());
  }

  /**
   * Configures from log4j.configuration (a URL, or a resource of {@code container}), else from
   * log4j.xml, else from log4j.properties. The system properties must be the container's already,
   * since configurations refer to them. Does nothing if log4j is not initialised yet: its own
   * initialiser will do it. Call it before the container's main, always: a release leaves logging
   * off.
   *
   * @param container the loader through which the container finds resources
   * @param properties the container's system properties
   * @return what log4j was configured from; empty if there was nothing
   * @throws Exception what log4j throws for a configuration it cannot read
   */
  public Optional<URL> configure(ClassLoader container, Properties properties) throws Exception {
    Optional<ReflectiveAccess> manager = framework.statics("org.apache.log4j.LogManager");
    if (manager.isEmpty()) {
      return Optional.empty();
    }
    Object repository = manager.get().call("getLoggerRepository");
    ReflectiveAccess.of(repository).call("setThreshold", new Class<?>[] {String.class}, "ALL");
    Optional<URL> source =
        isOverridden(properties) ? Optional.empty() : source(container, properties);
    if (source.isPresent()) {
      String configurator = properties.getProperty("log4j.configuratorClass");
      beans.with(container, () -> apply(source.get(), configurator, repository, container));
    }
    return source;
  }

  private static boolean isOverridden(Properties properties) {
    return !properties.getProperty("log4j.defaultInitOverride", "false").equalsIgnoreCase("false");
  }

  private static Optional<URL> source(ClassLoader container, Properties properties) {
    String configured = properties.getProperty("log4j.configuration");
    if (configured == null) {
      return Optional.ofNullable(container.getResource("log4j.xml"))
          .or(() -> Optional.ofNullable(container.getResource("log4j.properties")));
    }
    try {
      return Optional.of(new URL(configured));
    } catch (MalformedURLException e) {
      return Optional.ofNullable(container.getResource(configured));
    }
  }

  /** The container's loader is the context in which appenders and configurators are found. */
  private void apply(URL source, String configurator, Object repository, ClassLoader context)
      throws Exception {
    ClassLoader log4j = repository.getClass().getClassLoader();
    Class<?> ofRepository = Class.forName("org.apache.log4j.spi.LoggerRepository", false, log4j);
    Optional<Properties> properties = configurator == null ? known.at(source) : Optional.empty();
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(context);
    try {
      if (properties.isPresent()) {
        ReflectiveAccess.of(newInstance("org.apache.log4j.PropertyConfigurator", log4j))
            .call(
                "doConfigure",
                new Class<?>[] {Properties.class, ofRepository},
                properties.get(),
                repository);
      } else {
        ReflectiveAccess.ofClass(
                Class.forName("org.apache.log4j.helpers.OptionConverter", true, log4j))
            .call(
                "selectAndConfigure",
                new Class<?>[] {URL.class, String.class, ofRepository},
                source,
                configurator,
                repository);
      }
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  private static Object newInstance(String className, ClassLoader loader)
      throws ReflectiveOperationException {
    return Class.forName(className, true, loader).getConstructor().newInstance();
  }
}
