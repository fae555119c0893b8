/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.hadoop;

import org.hpcreuse.cleanup.step.Release;
import org.hpcreuse.cleanup.step.ReleaseStep;

/**
 * Turns Hadoop's static service loaders back to the framework's loader. {@link ContainerServices}
 * turns them to a container's.
 *
 * <p>Without it those first used in a container keep its loader, and later containers get its
 * providers. State: Cluster.frameworkLoader, SecurityUtil.securityInfoProviders, Token.renewers,
 * CompressionCodecFactory.CODEC_PROVIDERS.
 */
public final class StaticServiceLoaders implements ReleaseStep {
  @Override
  public void run(Release release) throws Exception {
    ContainerServices.bind(release.framework(), release.frameworkLoader());
  }
}
