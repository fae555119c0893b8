/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Lets Hadoop's {@code Configuration} read the framework's own XML files once for all containers of
 * a slot, and not dozens of times in each. A slot reads them before its first container; Hadoop's
 * rewritten class calls in. It knows nothing but the JDK and ASM, and keeps names and values alone.
 */
package org.hpcreuse.hadoop.configuration;
