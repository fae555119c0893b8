/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.framework;

import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;

/** Keeps things by classes and loaders, as long as these live. */
public final class WeakKeys {
  static final Map<Object, Object> KEPT = Collections.synchronizedMap(new WeakHashMap<>());

  static {
    KEPT.put(WeakKeys.class, "of its own");
  }

  private WeakKeys() {}
}
