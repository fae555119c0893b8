/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.micro;

import static org.assertj.core.api.Assertions.assertThat;

import org.hpcreuse.classloader.ContainerLoader;
import org.hpcreuse.classloader.FrameworkLoader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ClassLookupBenchmarkTest {
  private final ClassLookupBenchmark benchmark = new ClassLookupBenchmark();

  @BeforeEach
  void open() throws Exception {
    benchmark.open();
  }

  @AfterEach
  void close() throws Exception {
    benchmark.close();
  }

  @Test
  void shouldFindTheFrameworksClassWhenAContainerAsks() throws Exception {
    assertThat(benchmark.frameworkClass().getClassLoader()).isInstanceOf(FrameworkLoader.class);
    assertThat(benchmark.frameworkClassOfTheJdksLoader().getName())
        .isEqualTo(benchmark.frameworkClass().getName());
  }

  @Test
  void shouldDefineTheUsersClassAnewWhenALoaderIsNew() throws Exception {
    Class<?> first = benchmark.firstUserClass();

    assertThat(first.getClassLoader()).isInstanceOf(ContainerLoader.class);
    assertThat(benchmark.firstUserClass()).isNotSameAs(first);
    assertThat(benchmark.firstUserClassOfTheJdksLoader().getName()).isEqualTo(first.getName());
  }

  @Test
  void shouldFindNoConflictWhenTheExamplesFollowTheFramework() throws Exception {
    assertThat(benchmark.verdictOnAClassPath().conflict()).isEmpty();
  }
}
