/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.foreign.hadoop;

import static org.hpcreuse.workload.foreign.Neighbour.print;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.ipc.CallerContext;
import org.apache.hadoop.security.SecurityUtil;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.token.Token;
import org.hpcreuse.workload.foreign.Neighbour;

/** Asks who it is. */
public final class Users {
  private Users() {}

  public static void main(String[] args) throws Exception {
    if (Neighbour.spoils(args)) {
      Configuration conf = new Configuration();
      conf.set("hadoop.security.token.service.use_ip", "false");
      SecurityUtil.setConfiguration(conf);
      UserGroupInformation.setLoginUser(UserGroupInformation.createRemoteUser("neighbour"));
      UserGroupInformation.getLoginUser().addToken(new Text("left"), new Token<>());
      CallerContext.setCurrent(new CallerContext.Builder("left").build());
    }
    print("neighbour", UserGroupInformation.getCurrentUser().getUserName().equals("neighbour"));
    print("tokens", UserGroupInformation.getCurrentUser().getTokens().size());
    print("secure", UserGroupInformation.isSecurityEnabled());
    print("caller", CallerContext.getCurrent());
    print(
        "service",
        SecurityUtil.buildTokenService(
            new java.net.InetSocketAddress(java.net.InetAddress.getLoopbackAddress(), 5)));
    print(
        "other",
        UserGroupInformation.createUserForTesting("u", new String[] {"g"}).getPrimaryGroupName());
  }
}
