/* SPDX-License-Identifier: Apache-2.0 */
/** Rewrites classes so that they can be initialised again. */
package org.hpcreuse.cleanup.initializer;
