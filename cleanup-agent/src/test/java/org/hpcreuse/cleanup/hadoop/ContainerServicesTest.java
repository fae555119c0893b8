/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URL;
import java.net.URLClassLoader;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.compress.CompressionCodecFactory;
import org.hpcreuse.cleanup.TestSlot;
import org.hpcreuse.cleanup.state.LoadedClasses;
import org.hpcreuse.cleanup.state.ReflectiveAccess;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ContainerServicesTest {
  private final TestSlot slot = new TestSlot();
  private final ClassLoader framework = getClass().getClassLoader();
  private final URLClassLoader container = new URLClassLoader(new URL[0], framework);

  @BeforeEach
  void firstContainer() throws Exception {
    assertThat(CompressionCodecFactory.getCodecClasses(new Configuration(false))).isNotNull();
    ContainerServices.bind(new LoadedClasses(framework), container);
  }

  @AfterEach
  void release() throws Exception {
    slot.close();
    container.close();
  }

  @Test
  void shouldLookThroughFirstContainersLoaderWhenLeftOut() throws Exception {
    slot.releaseWithout(StaticServiceLoaders.class);
    assertThat(loader()).isSameAs(container);
  }

  @Test
  void shouldLookThroughFrameworksLoaderWhenReleased() throws Exception {
    slot.release();
    assertThat(loader()).isSameAs(framework);
  }

  private static Object loader() throws ReflectiveOperationException {
    return ReflectiveAccess.ofClass(CompressionCodecFactory.class)
        .in("CODEC_PROVIDERS")
        .get("loader");
  }
}
