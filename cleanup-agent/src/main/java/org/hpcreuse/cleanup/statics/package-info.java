/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The static state of the framework's classes: what it was before the slot's first container, what
 * differs from that, and the way back. {@link org.hpcreuse.cleanup.statics.StaticState} is the
 * whole; a release step and the audit call it. It knows no class of the framework by itself: {@link
 * org.hpcreuse.cleanup.statics.Rules} does.
 */
package org.hpcreuse.cleanup.statics;
