/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.hostile.hadoop;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.token.Token;

/** Leaves another login user, tokens, secrets and the way to authenticate. */
public final class ChangesUser {
  private ChangesUser() {}

  /** Leaves it. */
  public static void main(String[] args) throws IOException {

    Configuration conf = new Configuration();
    conf.set("hadoop.security.authentication", "TOKEN");
    conf.set("hadoop.security.auth_to_local.mechanism", "MIT");
    UserGroupInformation.setConfiguration(conf);
    UserGroupInformation user = UserGroupInformation.createRemoteUser("left.behind");
    byte[] secret = "secret".getBytes(StandardCharsets.UTF_8);
    user.addToken(new Token<>(secret, secret, new Text("left"), new Text("behind")));
    user.getCredentials().addSecretKey(new Text("left.behind"), secret);
    UserGroupInformation.setLoginUser(user);
  }
}
