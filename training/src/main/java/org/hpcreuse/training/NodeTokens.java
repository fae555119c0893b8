/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.training;

import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.NMToken;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.server.security.BaseNMTokenSecretManager;

/**
 * Tokens with which the ApplicationMaster speaks to the node, so that it does as it does to one.
 */
final class NodeTokens extends BaseNMTokenSecretManager {
  NodeTokens() {
    currentMasterKey = createNewMasterKey();
  }

  NMToken issue(ApplicationAttemptId attempt, NodeId node) {
    return NMToken.newInstance(node, createNMToken(attempt, node, "training"));
  }
}
