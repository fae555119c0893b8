/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.foreign.spring;

import static org.hpcreuse.workload.foreign.Neighbour.print;

import org.hpcreuse.workload.foreign.Brings;
import org.hpcreuse.workload.foreign.Neighbour;
import org.springframework.beans.CachedIntrospectionResults;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.i18n.LocaleContextHolder;
import org.springframework.core.SpringProperties;
import org.springframework.core.convert.support.DefaultConversionService;
import org.springframework.expression.spel.standard.SpelExpressionParser;

/** Wires beans by Spring. */
@Brings({
  "spring-context",
  "spring-core",
  "spring-beans",
  "spring-aop",
  "spring-expression",
  "spring-jcl"
})
public final class Contexts {
  private Contexts() {}

  /** Beans. */
  @Configuration
  public static class Beans {
    @Bean
    public StringBuilder text() {
      return new StringBuilder("bean");
    }

    @Bean
    public String twice() {
      return text().toString() + text();
    }
  }

  public static void main(String[] args) throws Exception {
    if (Neighbour.spoils(args)) {
      SpringProperties.setProperty("left", "behind");
      ((DefaultConversionService) DefaultConversionService.getSharedInstance())
          .addConverter(String.class, Integer.class, text -> -1);
      CachedIntrospectionResults.acceptClassLoader(Contexts.class.getClassLoader());
      LocaleContextHolder.setDefaultLocale(java.util.Locale.GERMAN);
      System.setProperty("spring.profiles.active", "left");
      new AnnotationConfigApplicationContext(Beans.class).registerShutdownHook();
    }
    try (AnnotationConfigApplicationContext context =
        new AnnotationConfigApplicationContext(Beans.class)) {
      print("twice", context.getBean("twice"));
      print("woven", context.getBean(Beans.class).getClass().getSimpleName());
      print("profiles", java.util.List.of(context.getEnvironment().getActiveProfiles()));
    }
    print("converted", DefaultConversionService.getSharedInstance().convert("5", Integer.class));
    print("property", SpringProperties.getProperty("left"));
    print("locale", LocaleContextHolder.getLocale().getLanguage());
    print("expression", new SpelExpressionParser().parseExpression("'a'.concat('b')").getValue());
  }
}
