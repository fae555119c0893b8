/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Tests that users, tokens, secrets and ways to authenticate of Hadoop are as before a container.
 */
package org.hpcreuse.cleanup.hadoop.security;
