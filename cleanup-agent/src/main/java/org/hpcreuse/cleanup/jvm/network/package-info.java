/* SPDX-License-Identifier: Apache-2.0 */
/** Defaults of the JDK's networking: cookies, proxies, authenticator, caches, URL handlers. */
package org.hpcreuse.cleanup.jvm.network;
