/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The static state of the framework's classes: what it was before the slot's first container, what
 * differs from that, and the way back. {@link org.hpcreuse.cleanup.statics.StaticState} is the
 * whole, {@link org.hpcreuse.cleanup.statics.Rules} says what is looked at and what is kept.
 */
package org.hpcreuse.cleanup.statics;
