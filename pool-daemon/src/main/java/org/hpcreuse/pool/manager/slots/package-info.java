/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Keeps slots alive: starts, retires, kills and replaces their processes, finds them again after
 * the manager died, and retires them when the framework's files change. Knows nothing of containers
 * that wait.
 */
package org.hpcreuse.pool.manager.slots;
