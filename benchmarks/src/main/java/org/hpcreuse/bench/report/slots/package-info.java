/* SPDX-License-Identifier: Apache-2.0 */
/**
 * What the slots of a pool did and came to in a run: their releases, their growth. The report calls
 * it. It does not compare arms.
 */
package org.hpcreuse.bench.report.slots;
