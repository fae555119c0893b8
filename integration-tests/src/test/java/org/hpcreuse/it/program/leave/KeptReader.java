/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.leave;

import java.util.Locale;
import javax.imageio.ImageReader;
import javax.imageio.spi.IIORegistry;
import javax.imageio.spi.ImageReaderSpi;

/** A plug-in that the JDK's image library keeps for good, and with it its class loader. */
final class KeptReader extends ImageReaderSpi {

  static void register() {
    IIORegistry.getDefaultInstance().registerServiceProvider(new KeptReader());
  }

  @Override
  public boolean canDecodeInput(Object source) {
    return false;
  }

  @Override
  public ImageReader createReaderInstance(Object extension) {
    throw new UnsupportedOperationException();
  }

  @Override
  public String getDescription(Locale locale) {
    return "none";
  }
}
