/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.hadoop.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hpcreuse.cleanup.LeakCase.leak;
import static org.hpcreuse.cleanup.state.ReflectiveAccess.ofClass;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.task.reduce.Fetcher;
import org.apache.hadoop.security.SaslMechanismFactory;
import org.apache.hadoop.security.SecurityUtil;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.token.SecretManager;
import org.apache.hadoop.security.token.Token;
import org.apache.hadoop.yarn.client.api.NMTokenCache;
import org.hpcreuse.cleanup.LeakCase;
import org.hpcreuse.cleanup.LeakCases;
import org.hpcreuse.cleanup.hadoop.RestoreStatics;

/** What containers leave of Hadoop's users, tokens and secrets. */
class SecurityLeaksTest extends LeakCases {
  @Override
  protected Stream<LeakCase<?, ?>> leaks() {
    return Stream.of(
        leak("a token for a NodeManager")
            .without(RestoreStatics.class)
            .container(() -> NMTokenCache.setNMToken("node:1", yarnToken()))
            .look(() -> NMTokenCache.getNMToken("node:1"))
            .leftOut(token -> assertThat(token).isNotNull())
            .released(token -> assertThat(token).isNull()),
        leak("the mechanism of SASL")
            .without(RestoreStatics.class)
            .container(() -> ofClass(SaslMechanismFactory.class).set("mechanism", "FIRST"))
            .look(SaslMechanismFactory::getMechanism)
            .leftOut(mechanism -> assertThat(mechanism).isEqualTo("FIRST"))
            .released(mechanism -> assertThat(mechanism).isEqualTo("DIGEST-MD5")),
        leak("the algorithm of secret keys")
            .without(RestoreStatics.class)
            .given(SecurityLeaksTest::algorithm)
            .container(() -> setAlgorithm("FIRST"))
            .look(SecurityLeaksTest::algorithm)
            .leftOut(now -> assertThat(now).isEqualTo("FIRST"))
            .released((before, now) -> assertThat(now).isEqualTo(before)),
        leak("the names of services in tokens")
            .without(RestoreStatics.class)
            .given(SecurityLeaksTest::service)
            .container(() -> SecurityUtil.setTokenServiceUseIp(false))
            .look(SecurityLeaksTest::service)
            .leftOut(now -> assertThat(now).startsWith("localhost"))
            .released((before, now) -> assertThat(now).isEqualTo(before).startsWith("127.")),
        leak("the encryption of the shuffle")
            .without(RestoreStatics.class)
            .container(() -> ofClass(Fetcher.class).set("sslShuffle", true))
            .look(() -> ofClass(Fetcher.class).get("sslShuffle"))
            .leftOut(encrypted -> assertThat(encrypted).isEqualTo(true))
            .released(encrypted -> assertThat(encrypted).isEqualTo(false)),
        leak("the kinds of tokens")
            .without(RestoreStatics.class)
            .container(() -> ofClass(Token.class).set("tokenKindMap", Map.of()))
            .look(() -> ofClass(Token.class).get("tokenKindMap"))
            .leftOut(kinds -> assertThat(kinds).isNotNull())
            .released(kinds -> assertThat(kinds).isNull()),
        leak("a token of the user")
            .without(RestoreStatics.class)
            .container(SecurityLeaksTest::addToken)
            .look(() -> UserGroupInformation.getLoginUser().getTokens())
            .leftOut(tokens -> assertThat(tokens).hasSize(1))
            .released(tokens -> assertThat(tokens).isEmpty()));
  }

  private static org.apache.hadoop.yarn.api.records.Token yarnToken() {
    return org.apache.hadoop.yarn.api.records.Token.newInstance(
        new byte[] {1}, "k", new byte[] {2}, "s");
  }

  private static Object algorithm() throws ReflectiveOperationException {
    return ofClass(SecretManager.class).get("selectedAlgorithm");
  }

  private static void setAlgorithm(String name) {
    Configuration conf = new Configuration(false);
    conf.set("hadoop.security.secret-manager.key-generator.algorithm", name);
    SecretManager.update(conf);
  }

  private static String service() {
    return SecurityUtil.buildTokenService(new InetSocketAddress("localhost", 1)).toString();
  }

  private static void addToken() throws IOException {
    UserGroupInformation.getLoginUser()
        .addToken(
            new Text("secret"),
            new Token<>(new byte[] {1}, new byte[] {2}, new Text("k"), new Text("s")));
  }
}
