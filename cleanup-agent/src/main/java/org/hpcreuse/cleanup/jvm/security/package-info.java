/* SPDX-License-Identifier: Apache-2.0 */
/** Security properties and providers, with the entries of each provider. */
package org.hpcreuse.cleanup.jvm.security;
