/* SPDX-License-Identifier: Apache-2.0 */
/** One benchmark run: its plan, its raw samples on disk, and what carries it out. */
package org.hpcreuse.bench.run;
