/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Lets a NodeManager make its FileContexts for local files from one Configuration. The executor
 * says which; Hadoop's rewritten class calls in. It knows nothing but the JDK and ASM.
 */
package org.hpcreuse.hadoop.localfiles;
