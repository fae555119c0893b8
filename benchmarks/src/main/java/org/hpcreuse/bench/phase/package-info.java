/* SPDX-License-Identifier: Apache-2.0 */
/** When a container reached which phase of its life, read from logs, for fork and reuse alike. */
package org.hpcreuse.bench.phase;
