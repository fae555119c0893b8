/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup;

import org.hpcreuse.cleanup.boot.SlotHooks;

/** A container that every thread belongs to. It takes no notice of exits, and has no MPI. */
public class TestProcess implements SlotHooks.VirtualProcess {
  @Override
  public boolean isContainerThread() {
    return true;
  }

  @Override
  public boolean isExitOfContainer() {
    return isContainerThread();
  }

  @Override
  public void exit(int status, boolean halt) {}

  @Override
  public long maxMemory() {
    return 0;
  }

  @Override
  public long startedMs() {
    return 0;
  }

  @Override
  public ClassLoader systemClassLoader() {
    return null;
  }

  @Override
  public ClassLoader answering(ClassLoader loader) {
    return loader;
  }

  @Override
  public void mpiInitialized(boolean value) {}

  @Override
  public boolean isMpiInitialized() {
    return false;
  }

  @Override
  public boolean isMpiFinalized() {
    return false;
  }
}
