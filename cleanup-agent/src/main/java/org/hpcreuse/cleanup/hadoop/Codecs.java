/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.hadoop;

import java.lang.reflect.Method;
import java.util.List;
import java.util.Optional;
import org.hpcreuse.cleanup.state.ReflectiveAccess;
import org.hpcreuse.cleanup.step.Release;
import org.hpcreuse.cleanup.step.ReleaseStep;

/**
 * Drops pooled compressors and the counts of those out on loan.
 *
 * <p>Without it a codec from the container's jar keeps its loader, and pooled ones keep the
 * configuration they were made with. State: CodecPool.
 */
public final class Codecs implements ReleaseStep {
  @Override
  public void run(Release release) throws Exception {
    Optional<ReflectiveAccess> statics =
        release.framework().statics("org.apache.hadoop.io.compress.CodecPool");
    if (statics.isEmpty()) {
      return;
    }
    statics.get().clear("compressorPool", "decompressorPool");
    for (String counts : List.of("compressorCounts", "decompressorCounts")) {
      Object cache = statics.get().get(counts);
      Method invalidate = cache.getClass().getMethod("invalidateAll");
      invalidate.setAccessible(true);
      invalidate.invoke(cache);
    }
  }
}
