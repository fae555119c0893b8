/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.foreign.dns;

import static org.hpcreuse.workload.foreign.Neighbour.print;

import java.time.Duration;
import org.hpcreuse.workload.foreign.Neighbour;
import org.xbill.DNS.DClass;
import org.xbill.DNS.Lookup;
import org.xbill.DNS.Name;
import org.xbill.DNS.Options;
import org.xbill.DNS.ResolverConfig;
import org.xbill.DNS.SimpleResolver;

/** Resolves names by the defaults of dnsjava. */
public final class Lookups {
  private Lookups() {}

  public static void main(String[] args) throws Exception {
    if (Neighbour.spoils(args)) {
      System.setProperty("dns.server", "127.0.0.9");
      Lookup.setDefaultSearchPath("left.behind");
      Lookup.setDefaultResolver(new SimpleResolver("127.0.0.8"));
      Lookup.getDefaultCache(DClass.IN).setMaxNCache(3);
      Options.set("bindttl", "yes");
    }
    print("server", ResolverConfig.getCurrentConfig().servers().toString().contains("127.0.0.9"));
    print("path", Lookup.getDefaultSearchPath().contains(Name.fromString("left.behind.")));
    print("resolver", Lookup.getDefaultResolver().getClass().getSimpleName());
    print("cache", Lookup.getDefaultCache(DClass.IN).getMaxNCache());
    print("options", Options.check("bindttl"));
    print("timeout", Lookup.getDefaultResolver().getTimeout().equals(Duration.ofSeconds(10)));
    print("name", Name.fromString("a.B.example.").canonicalize());
  }
}
