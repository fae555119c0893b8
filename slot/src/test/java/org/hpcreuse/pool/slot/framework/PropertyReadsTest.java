/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot.framework;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PropertyReadsTest {
  private static final String PREFIX = "hpc-reuse.test.reads.";

  private final ClassLoader framework = new Framework();
  private final PropertyReads reads = new PropertyReads(framework);

  /** Reads when it is initialised, as libraries do. */
  static final class Reader {
    static final String TEXT = System.getProperty(PREFIX + "text", "none");
    static final Integer NUMBER = Integer.getInteger(PREFIX + "number");
    static final String SCRATCH = System.getProperty("java.io.tmpdir");

    static {
      System.setProperty(PREFIX + "made", "by the framework");
      System.clearProperty(PREFIX + "cleared");
    }

    private Reader() {}
  }

  /** Has a class of its own. */
  private static final class Framework extends ClassLoader {
    Framework() {
      super(PropertyReadsTest.class.getClassLoader());
    }

    @Override
    public Class<?> loadClass(String name) throws ClassNotFoundException {
      if (!name.equals(Reader.class.getName())) {
        return super.loadClass(name);
      }
      try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
        byte[] file = in.readAllBytes();
        return defineClass(name, file, 0, file.length);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  @BeforeEach
  void initialise() {
    System.setProperty(PREFIX + "number", "3");
    System.setProperty(PREFIX + "cleared", "before");
    Properties slots = System.getProperties();
    Class<?> reader = reads.during(() -> initialised(Reader.class.getName()));
    assertThat(reader.getClassLoader()).isSameAs(framework);
    assertThat(System.getProperties()).isSameAs(slots);
  }

  private Class<?> initialised(String name) {
    try {
      return Class.forName(name, true, framework);
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }

  @AfterEach
  void forget() {
    System.getProperties().keySet().removeIf(name -> name.toString().startsWith(PREFIX));
  }

  @Test
  void shouldNameWhatTheFrameworkHasReadWithAnotherValue() {
    assertThat(reads.differing(Map.of(PREFIX + "text", "a container's"))).hasValue(PREFIX + "text");
    assertThat(reads.differing(Map.of(PREFIX + "number", "4"))).hasValue(PREFIX + "number");
  }

  @Test
  void shouldNameNeitherEqualValuesNorWhatNobodyHasRead() {
    assertThat(reads.differing(Map.of(PREFIX + "number", "3", PREFIX + "other", "x"))).isEmpty();
  }

  @Test
  void shouldNotNameWhatIsEachContainersOwn() {
    assertThat(reads.differing(Map.of("java.io.tmpdir", "/x"))).isEmpty();
  }

  @Test
  void shouldKeepWhatTheFrameworkSets() {
    assertThat(System.getProperty(PREFIX + "made")).isEqualTo("by the framework");
    assertThat(System.getProperty(PREFIX + "cleared")).isNull();
  }
}
