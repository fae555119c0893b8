/* SPDX-License-Identifier: Apache-2.0 */
/** A container that the next one in its slot must not notice. */
package org.hpcreuse.workload.hostile;
