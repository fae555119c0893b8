/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.nodemanager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.nodelabels.NodeLabelUtil;
import org.hpcreuse.nodemanager.launch.ScriptedPool;
import org.hpcreuse.protocol.option.Options;
import org.hpcreuse.protocol.wire.Message;
import org.hpcreuse.protocol.wire.RankAttributes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RankAttributesProviderTest {
  private static final Message.Ranks RANKS =
      new Message.Ranks("job", List.of(new Message.Ranks.Group(512, 3, 4)));

  @TempDir private Path dir;

  private static Map<String, String> values(RankAttributesProvider provider) {
    return provider.getDescriptors().stream()
        .collect(
            Collectors.toMap(
                attribute -> attribute.getAttributeKey().getAttributeName(),
                attribute -> attribute.getAttributeValue()));
  }

  private static void awaitRanks(RankAttributesProvider provider, String ranks) {
    await("ranks " + ranks).until(() -> values(provider).get(RankAttributes.RANKS).equals(ranks));
  }

  private static RankAttributesProvider start(ScriptedPool pool) {
    Configuration conf = new Configuration(false);
    conf.set(Options.POOL_DIR.key(), pool.dir().toString());
    RankAttributesProvider provider = new RankAttributesProvider();
    provider.init(conf);
    provider.start();
    return provider;
  }

  @Test
  void shouldSayWhatThePoolManagerSays() throws Exception {
    try (ScriptedPool pool = new ScriptedPool(dir, (caller, message) -> caller.say(RANKS));
        RankAttributesProvider provider = start(pool)) {
      awaitRanks(provider, "3x512");

      assertThat(pool.heard()).containsExactly(new Message.WatchRanks());
      NodeLabelUtil.validateNodeAttributes(provider.getDescriptors());
      assertThat(values(provider))
          .containsExactlyInAnyOrderEntriesOf(RankAttributes.of(RANKS).values());
    }
  }

  @Test
  void shouldSayThatItDoesNotKnowWhileThereIsNoManager() throws Exception {
    try (ScriptedPool pool = new ScriptedPool(dir, (caller, message) -> caller.say(RANKS));
        RankAttributesProvider provider = start(pool)) {
      awaitRanks(provider, "3x512");
      pool.hangUpOnAll();
      awaitRanks(provider, "0");
      assertThat(values(provider)).isEqualTo(RankAttributes.UNKNOWN.values());

      awaitRanks(provider, "3x512");
      assertThat(pool.accepted()).isEqualTo(2);
    }
  }

  @Test
  void shouldHangUpWhenTheNodeManagerStops() throws Exception {
    try (ScriptedPool pool = new ScriptedPool(dir, (caller, message) -> caller.say(RANKS))) {
      RankAttributesProvider provider = start(pool);
      awaitRanks(provider, "3x512");
      provider.stop();

      await("no caller of the pool").until(() -> pool.callers() == 0);
      await("the end of the listener")
          .until(
              () ->
                  Thread.getAllStackTraces().keySet().stream()
                      .noneMatch(thread -> thread.getName().equals("hpc-reuse-ranks")));
    }
  }

  @Test
  void shouldTakeThePlaceOfNoProviderOfTheSite() {
    Configuration conf = new Configuration(false);
    String key = YarnConfiguration.NM_NODE_ATTRIBUTES_PROVIDER_CONFIG;
    RankAttributesProvider.install(conf);
    assertThat(conf.get(key)).isEqualTo(RankAttributesProvider.class.getName());

    conf.set(key, "script");
    RankAttributesProvider.install(conf);
    assertThat(conf.get(key)).isEqualTo("script");
  }
}
