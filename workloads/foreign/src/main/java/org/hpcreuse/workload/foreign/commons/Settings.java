/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.foreign.commons;

import static org.hpcreuse.workload.foreign.Neighbour.print;

import java.io.StringReader;
import org.apache.commons.configuration2.PropertiesConfiguration;
import org.apache.commons.configuration2.SystemConfiguration;
import org.apache.commons.configuration2.convert.DefaultConversionHandler;
import org.apache.commons.configuration2.interpol.ConfigurationInterpolator;
import org.apache.commons.configuration2.io.FileLocatorUtils;
import org.hpcreuse.workload.foreign.Neighbour;

/** Reads settings by Commons Configuration. */
public final class Settings {
  private Settings() {}

  private static PropertiesConfiguration read(String text) throws Exception {
    PropertiesConfiguration settings = new PropertiesConfiguration();
    settings.read(new StringReader(text));
    return settings;
  }

  public static void main(String[] args) throws Exception {
    if (Neighbour.spoils(args)) {
      DefaultConversionHandler.INSTANCE.setDateFormat("yy");
      SystemConfiguration.setSystemProperties(read("left = behind"));
      System.setProperty(
          ConfigurationInterpolator.class.getName() + ".defaultPrefixLookups", "CONST");
    }
    PropertiesConfiguration settings = read("a = 1\nb = ${a}2\nc = ${sys:left}\nd = 3,4");
    print("b", settings.getInt("b"));
    print("c", settings.getString("c"));
    print("d", settings.getString("d"));
    print("format", DefaultConversionHandler.INSTANCE.getDateFormat());
    print(
        "prefixes",
        new java.util.TreeSet<>(ConfigurationInterpolator.getDefaultPrefixLookups().keySet()));
    print("left", new SystemConfiguration().getString("left"));
    print("strategy", FileLocatorUtils.DEFAULT_LOCATION_STRATEGY.getClass().getSimpleName());
  }
}
