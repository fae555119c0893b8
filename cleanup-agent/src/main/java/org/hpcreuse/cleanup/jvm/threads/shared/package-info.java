/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Threads that all containers of a slot share: the common pool, cleaners, delayed futures, the
 * reaper of child processes. Its steps take a container's tasks and class loader out of them; the
 * release chain calls the steps. It ends no thread that belongs to a container.
 */
package org.hpcreuse.cleanup.jvm.threads.shared;
