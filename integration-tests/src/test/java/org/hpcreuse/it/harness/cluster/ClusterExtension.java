/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.harness.cluster;

import java.util.List;
import org.hpcreuse.it.harness.Teardown;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A cluster that all test classes share, started for the first of them. ClusterEndTest, the last
 * class, takes it down and checks that nothing is left; when that is not run, the end of the test
 * run does it. A class whose cluster must be configured otherwise has one of its own.
 */
public final class ClusterExtension
    implements BeforeAllCallback, AfterEachCallback, AfterAllCallback {
  private static final ExtensionContext.Namespace NAMESPACE =
      ExtensionContext.Namespace.create(ClusterExtension.class);

  private final Cluster.Mode mode;
  private final List<String> settings;
  private final boolean own;
  private Shared owned;
  private Cluster cluster;

  private ClusterExtension(Cluster.Mode mode, boolean own, List<String> settings) {
    this.mode = mode;
    this.own = own;
    this.settings = settings;
  }

  /** The cluster of that mode. */
  public static ClusterExtension of(Cluster.Mode mode) {
    return new ClusterExtension(mode, false, List.of());
  }

  /**
   * A cluster for one class.
   *
   * @param settings KEY=VALUE, over all others
   */
  public static ClusterExtension own(Cluster.Mode mode, String... settings) {
    return new ClusterExtension(mode, true, List.of(settings));
  }

  private static final class Shared implements ExtensionContext.Store.CloseableResource {
    private final Cluster cluster;
    private final Teardown.Action teardown;

    Shared(Cluster cluster) {
      this.cluster = cluster;
      teardown = cluster::tearDown;
      Teardown.pending(teardown);
    }

    @Override
    public void close() throws Exception {
      Teardown.done(teardown);
      cluster.tearDown();
    }
  }

  @Override
  public void beforeAll(ExtensionContext context) throws Exception {
    if (own) {
      owned = new Shared(Cluster.create(mode, settings));
      cluster = owned.cluster;
      cluster.up();
      return;
    }
    ExtensionContext.Store store = context.getRoot().getStore(NAMESPACE);
    Shared shared = store.get(mode, Shared.class);
    if (shared == null) {
      shared = new Shared(Cluster.create(mode, settings));
      store.put(mode, shared);
      shared.cluster.up();
    }
    cluster = shared.cluster;
  }

  public Cluster cluster() {
    return cluster;
  }

  @Override
  public void afterEach(ExtensionContext context) {
    noteFailure(context);
    cluster.noteTemporaryFiles();
  }

  @Override
  public void afterAll(ExtensionContext context) throws Exception {
    noteFailure(context);
    if (owned != null) {
      owned.close();
    }
  }

  private void noteFailure(ExtensionContext context) {
    if (context.getExecutionException().isPresent() && cluster != null) {
      cluster.testFailed();
    }
  }
}
