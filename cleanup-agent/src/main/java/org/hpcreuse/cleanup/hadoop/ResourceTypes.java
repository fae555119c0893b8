/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.hadoop;

import java.util.Optional;
import org.hpcreuse.cleanup.Members;
import org.hpcreuse.cleanup.Release;
import org.hpcreuse.cleanup.ReleaseStep;

/**
 * Makes YARN's resource types be read again.
 *
 * <p>Without it the next container sees the resource types of this one's resource-types.xml. State:
 * ResourceUtils.
 */
final class ResourceTypes implements ReleaseStep {
  @Override
  public void run(Release release) throws Exception {
    Optional<Members> statics =
        release.framework().statics("org.apache.hadoop.yarn.util.resource.ResourceUtils");
    if (statics.isPresent()) {
      statics
          .get()
          .zero("initializedResources", "initializedNodeResources", "readOnlyNodeResources");
      statics.get().zero("resourceTypes", "nonCountableResourceTypes", "resourceTypesArray");
      statics.get().clear("RESOURCE_NAME_TO_INDEX");
      statics.get().set("numKnownResourceTypes", -1);
      statics.get().set("numNonCountableResourceTypes", -1);
    }
  }
}
