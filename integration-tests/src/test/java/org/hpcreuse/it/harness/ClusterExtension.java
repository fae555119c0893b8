/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.harness;

import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A cluster that all test classes share, started for the first of them. ClusterEndTest, the last
 * class, takes it down and checks that nothing is left; when that is not run, the end of the test
 * run does it.
 */
public final class ClusterExtension
    implements BeforeAllCallback, AfterEachCallback, AfterAllCallback {
  private static final ExtensionContext.Namespace NAMESPACE =
      ExtensionContext.Namespace.create(ClusterExtension.class);

  private final Cluster.Mode mode;
  private Cluster cluster;

  private ClusterExtension(Cluster.Mode mode) {
    this.mode = mode;
  }

  /** The cluster of that mode. */
  public static ClusterExtension of(Cluster.Mode mode) {
    return new ClusterExtension(mode);
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
    ExtensionContext.Store store = context.getRoot().getStore(NAMESPACE);
    Shared shared = store.get(mode, Shared.class);
    if (shared == null) {
      shared = new Shared(Cluster.create(mode));
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
  }

  @Override
  public void afterAll(ExtensionContext context) {
    noteFailure(context);
  }

  private void noteFailure(ExtensionContext context) {
    if (context.getExecutionException().isPresent() && cluster != null) {
      cluster.testFailed();
    }
  }
}
