/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.boot.kept;

import java.lang.invoke.MutableCallSite;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * The call sites of one loader's code that each container links for itself. They are noted also
 * while the loader waits for its next container. Thread-safe.
 */
final class KeptCallSites {
  /**
   * A bootstrap method may define a hidden class that stays as long as the loader: some 1.5 KB at
   * each call.
   */
  private static final int MOST_LINKS = 10_000;

  /** The code itself holds them, and they hold its loader. */
  private final List<WeakReference<KeptCallSite>> sites = new ArrayList<>();

  /** How often all containers have linked some. */
  private int links;

  synchronized void add(KeptCallSite site) {
    sites.add(new WeakReference<>(site));
  }

  /**
   * No container runs.
   *
   * @return why the next one cannot use the code; empty when it can
   */
  synchronized List<String> forget() {
    List<MutableCallSite> forgotten = new ArrayList<>();
    for (Iterator<WeakReference<KeptCallSite>> each = sites.iterator(); each.hasNext(); ) {
      KeptCallSite site = each.next().get();
      if (site == null) {
        each.remove();
      } else if (site.forget()) {
        forgotten.add(site);
      }
    }
    MutableCallSite.syncAll(forgotten.toArray(new MutableCallSite[0]));
    links += forgotten.size();
    return links <= MOST_LINKS
        ? List.of()
        : List.of("containers have linked calls " + links + " times, limit " + MOST_LINKS);
  }
}
