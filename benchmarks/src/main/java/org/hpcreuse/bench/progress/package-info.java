/* SPDX-License-Identifier: Apache-2.0 */
/** How far a run is, for people. What takes time uses it; it knows nothing of what is done. */
package org.hpcreuse.bench.progress;
