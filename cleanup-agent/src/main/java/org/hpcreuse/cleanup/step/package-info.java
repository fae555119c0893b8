/* SPDX-License-Identifier: Apache-2.0 */
/**
 * What a release step is, and what it may know of the container's end. Each step is one class in
 * {@code cleanup.jvm}, {@code cleanup.hadoop} or {@code cleanup.initializer}.
 */
package org.hpcreuse.cleanup.step;
