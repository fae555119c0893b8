/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.security.PrivilegedExceptionAction;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.apache.hadoop.security.SecurityUtil;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.token.Token;
import org.apache.hadoop.yarn.api.ApplicationMasterProtocol;
import org.apache.hadoop.yarn.api.ContainerManagementProtocol;
import org.apache.hadoop.yarn.api.protocolrecords.FinishApplicationMasterRequest;
import org.apache.hadoop.yarn.api.protocolrecords.StartContainersRequest;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.FinalApplicationStatus;
import org.apache.hadoop.yarn.api.records.NMToken;
import org.apache.hadoop.yarn.ipc.YarnRPC;
import org.apache.hadoop.yarn.util.ConverterUtils;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The stand-ins serve nobody who has no token of this very job. */
final class TokensOnlyTest {
  private static final ApplicationAttemptId ATTEMPT =
      ApplicationAttemptId.newInstance(ApplicationId.newInstance(1, 1), 1);

  @TempDir Path dir;

  private final Configuration conf = new Configuration(false);
  private final NodeTokens nodeTokens = new NodeTokens();
  private final MasterTokens masterTokens = new MasterTokens();
  private MapOutputServer mapOutput;
  private LocalNodeManager node;
  private StandInScheduler scheduler;

  /** What a caller does, who has a proxy for it. */
  private interface Call<P> {
    void on(P proxy) throws Exception;
  }

  @BeforeEach
  void start() throws IOException {
    conf.set(CommonConfigurationKeysPublic.HADOOP_SECURITY_AUTHENTICATION, "simple");
    conf.setInt("ipc.client.connect.max.retries", 0);
    mapOutput = MapOutputServer.start(dir, conf);
    node = LocalNodeManager.start(conf, nodeTokens, mapOutput);
    scheduler = StandInScheduler.start(conf, nodeTokens, masterTokens, ATTEMPT, node);
  }

  @AfterEach
  void stop() {
    scheduler.stop();
    node.stop();
    mapOutput.stop();
  }

  private <P> void call(
      Class<P> protocol, InetSocketAddress address, List<Token<?>> tokens, Call<P> call)
      throws Exception {
    UserGroupInformation caller = UserGroupInformation.createRemoteUser("training");
    tokens.forEach(caller::addToken);
    caller.doAs(
        (PrivilegedExceptionAction<Object>)
            () -> {
              call.on(protocol.cast(YarnRPC.create(conf).getProxy(protocol, address, conf)));
              return null;
            });
  }

  private void startContainers(List<Token<?>> tokens) throws Exception {
    call(
        ContainerManagementProtocol.class,
        nodeAddress(),
        tokens,
        proxy -> proxy.startContainers(StartContainersRequest.newInstance(List.of())));
  }

  private void finish(List<Token<?>> tokens) throws Exception {
    call(
        ApplicationMasterProtocol.class,
        scheduler.address(),
        tokens,
        proxy ->
            proxy.finishApplicationMaster(
                FinishApplicationMasterRequest.newInstance(
                    FinalApplicationStatus.SUCCEEDED, "", "")));
  }

  private Token<?> nodeToken(NodeTokens made) {
    NMToken token = made.issue(ATTEMPT, node.id());
    return ConverterUtils.convertFromYarn(token.getToken(), nodeAddress());
  }

  private InetSocketAddress nodeAddress() {
    return new InetSocketAddress(TrainingJob.anyPort().getAddress(), node.id().getPort());
  }

  private Token<?> masterToken(MasterTokens made) {
    Token<?> token = made.issue(ATTEMPT);
    SecurityUtil.setTokenService(token, scheduler.address());
    return token;
  }

  @Test
  void shouldServeTheJobsOwnMaster() throws Exception {
    startContainers(List.of(nodeToken(nodeTokens)));
    finish(List.of(masterToken(masterTokens)));
  }

  @Test
  void shouldStartNoContainerForACallerWithoutAToken() {
    assertThatThrownBy(() -> startContainers(List.of()))
        .hasMessageContaining("SIMPLE authentication is not enabled");
    assertThatThrownBy(() -> startContainers(List.of(nodeToken(new NodeTokens()))))
        .hasStackTraceContaining("DIGEST-MD5");
    assertThat(node.reserve()).as("it has no container").isTrue();
  }

  @Test
  void shouldScheduleForNoCallerWithoutAToken() {
    assertThatThrownBy(() -> finish(List.of()))
        .hasMessageContaining("SIMPLE authentication is not enabled");
    assertThatThrownBy(() -> finish(List.of(masterToken(new MasterTokens()))))
        .hasStackTraceContaining("DIGEST-MD5");
  }
}
