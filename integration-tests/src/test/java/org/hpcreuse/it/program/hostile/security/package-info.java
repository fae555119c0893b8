/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Hostile programs that abuse security providers and properties, TLS defaults, the security
 * manager.
 */
package org.hpcreuse.it.program.hostile.security;
