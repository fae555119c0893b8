/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.training;

import javax.crypto.SecretKey;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.security.token.SecretManager;
import org.apache.hadoop.security.token.Token;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.security.AMRMTokenIdentifier;

/**
 * The token with which the ApplicationMaster speaks to the scheduler, as a ResourceManager makes
 * it. Its key is random, and never leaves this object: nobody else in the world can make a token.
 */
final class MasterTokens extends SecretManager<AMRMTokenIdentifier> {
  private static final int KEY_ID = 1;

  private final SecretKey key = generateSecret();

  /** The token for an attempt; the client sets the service. */
  Token<AMRMTokenIdentifier> issue(ApplicationAttemptId attempt) {
    AMRMTokenIdentifier identifier = new AMRMTokenIdentifier(attempt, KEY_ID);
    return new Token<>(
        identifier.getBytes(), createPassword(identifier), identifier.getKind(), new Text());
  }

  @Override
  protected byte[] createPassword(AMRMTokenIdentifier identifier) {
    return createPassword(identifier.getBytes(), key);
  }

  @Override
  public byte[] retrievePassword(AMRMTokenIdentifier identifier) {
    return createPassword(identifier);
  }

  @Override
  public AMRMTokenIdentifier createIdentifier() {
    return new AMRMTokenIdentifier();
  }
}
