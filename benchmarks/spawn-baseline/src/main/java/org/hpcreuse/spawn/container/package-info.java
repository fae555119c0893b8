/* SPDX-License-Identifier: Apache-2.0 */
/**
 * What runs in a container's JVM before its own main class: the start of MPI. The launch script
 * calls it. It knows neither Hadoop nor who has started the JVM.
 */
package org.hpcreuse.spawn.container;
