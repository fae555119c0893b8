/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cli.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RedactionTest {
  private static final Redaction REDACTION = new Redaction("pool-own");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "fs.s3a.secret.key=hidden",
        "fs.s3a.access.key = hidden",
        "fs.azure.account.key.store.blob.example.net=hidden",
        "fs.s3a.server-side-encryption.key: hidden",
        "-Djavax.net.ssl.trustStorePassword=hidden",
        "ssl.server.keystore.keypassword: hidden",
        "AWS_SECRET_ACCESS_KEY=hidden",
        "API_KEY='hidden and more hidden'",
        "GITHUB_TOKEN=hidden",
        "token: hidden",
        "{\"password\": \"hidden and more hidden\", \"user\": \"known\"}",
        "{\"token\":\"hidden\"}",
        "{\"passwd\": hidden}",
        "secret=hidden,hidden",
        "{\"secret\": \"hidden \\\" hidden\"}",
        "sessionToken='hidden",
        "{\\\"api_key\\\": \\\"hidden\\\"}",
        "<name>fs.azure.account.key.store</name>\n <value>hidden\nhidden</value>",
        "the pool's is pool-own",
      })
  void shouldLeaveOutTheValue(String text) {
    String clean = REDACTION.apply("before known " + text + "\nafter known");

    assertThat(clean)
        .doesNotContain("hidden", "pool-own")
        .contains(Redaction.MASK)
        .startsWith("before known ")
        .endsWith("\nafter known");
  }

  @Test
  void shouldKeepTheRestOfAJsonText() {
    assertThat(REDACTION.apply("{\"password\":\"hidden\",\"user\":\"known\"}"))
        .isEqualTo("{\"password\":" + Redaction.MASK + ",\"user\":\"known\"}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "mapreduce.map.output.key.class=org.apache.hadoop.io.Text",
        "mapreduce.job.key.comparator: X",
        "hpc-reuse.slots=4x1024",
        "monkey=banana",
        "a keyboard: qwerty",
        "tokenizer=standard",
        "<name>mapreduce.job.output.key.class</name><value>org.apache.hadoop.io.Text</value>",
      })
  void shouldKeepWhatIsNoSecret(String text) {
    assertThat(REDACTION.apply(text)).isEqualTo(text);
  }
}
