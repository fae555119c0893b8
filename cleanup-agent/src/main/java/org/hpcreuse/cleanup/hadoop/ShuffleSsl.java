/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.hadoop;

import java.util.Optional;
import org.hpcreuse.cleanup.Members;
import org.hpcreuse.cleanup.Release;
import org.hpcreuse.cleanup.ReleaseStep;

/**
 * Forgets whether the shuffle is encrypted and with which keys.
 *
 * <p>Without it reducers of the next job use this job's trust store, or none. Source:
 * facts/hadoop.md (Fetcher.sslShuffle, sslFactory).
 */
final class ShuffleSsl implements ReleaseStep {
  @Override
  public void run(Release release) throws Exception {
    Optional<Members> statics =
        release.framework().statics("org.apache.hadoop.mapreduce.task.reduce.Fetcher");
    if (statics.isPresent()) {
      statics.get().zero("sslShuffle", "sslFactory");
    }
  }
}
