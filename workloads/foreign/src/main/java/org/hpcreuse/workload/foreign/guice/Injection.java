/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.foreign.guice;

import static org.hpcreuse.workload.foreign.Neighbour.print;

import com.google.inject.AbstractModule;
import com.google.inject.Guice;
import com.google.inject.Inject;
import com.google.inject.Injector;
import com.google.inject.Singleton;
import com.google.inject.matcher.Matchers;
import org.hpcreuse.workload.foreign.Neighbour;

/** Injects classes of its own by Guice. */
public final class Injection {
  private Injection() {}

  /** A service. */
  @Singleton
  public static class Service {
    int calls;

    public String call() {
      return "called " + ++calls;
    }
  }

  /** Uses the service. */
  public static class User {
    final Service service;

    @Inject
    User(Service service) {
      this.service = service;
    }
  }

  public static void main(String[] args) throws Exception {
    if (Neighbour.spoils(args)) {
      System.setProperty("guice_include_stack_traces", "OFF");
    }
    Injector injector =
        Guice.createInjector(
            new AbstractModule() {
              @Override
              protected void configure() {
                bindInterceptor(
                    Matchers.subclassesOf(Service.class),
                    Matchers.any(),
                    call -> "by " + call.proceed());
              }
            });
    try {
      print("one", injector.getInstance(User.class).service.call());
      print("two", injector.getInstance(User.class).service.call());
      print("woven", injector.getInstance(Service.class).getClass() != Service.class);
    } catch (com.google.inject.ConfigurationException | com.google.inject.ProvisionException e) {
      print("failed", e.getClass().getSimpleName());
    }
  }
}
