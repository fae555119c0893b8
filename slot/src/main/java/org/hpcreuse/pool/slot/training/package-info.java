/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Says what a slot runs to train its JVM while it is idle, and where. The slot's runner calls it.
 * It knows neither how a container runs nor what the training job does.
 */
package org.hpcreuse.pool.slot.training;
