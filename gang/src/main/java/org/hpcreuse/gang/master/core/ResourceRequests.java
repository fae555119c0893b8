/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.gang.master.core;

import java.util.List;
import java.util.Set;
import org.apache.hadoop.yarn.api.records.Container;

/** What a gang asks of the ResourceManager. Called by the master's thread; nothing waits. */
public interface ResourceRequests {
  /** Asks for so many containers. */
  void request(int count);

  /** One of the containers that were asked for has come. */
  void taken();

  /** Asks for nothing more. */
  void cancelRequests();

  /** Gives containers back, also those that have been started. */
  void release(List<Container> containers);

  /** Takes no further container on these nodes. */
  void avoid(Set<String> hosts);

  /** Takes containers on these nodes again. */
  void avoidNoMore(Set<String> hosts);

  /** Something will change soon: asks at once, and often from now on. */
  void expectNews();

  /** Nothing is expected. */
  void relax();

  /** Tells how much of the gang's work is done, from 0 to 1. */
  void progress(float share);
}
