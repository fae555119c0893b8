/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Random and damaged messages for a real pool manager. It must answer or close each connection in
 * bounded time, and serve its other callers meanwhile.
 */
package org.hpcreuse.it.fuzz;
