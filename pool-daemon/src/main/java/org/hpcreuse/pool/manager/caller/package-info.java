/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Who connects to the manager: executors, slots, the command line. Checks the first message, and
 * counts messages and refusals. Knows nothing of what is asked.
 */
package org.hpcreuse.pool.manager.caller;
