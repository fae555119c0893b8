/* SPDX-License-Identifier: Apache-2.0 */
/**
 * What a slot does after a container, so that the next one finds the JVM as a fresh one would be: a
 * {@link org.hpcreuse.cleanup.ReleaseChain} of small steps, each for one piece of state. The
 * framework's classes are reached by reflection only, and only those already initialised: nothing
 * is loaded in order to be reset.
 */
package org.hpcreuse.cleanup;
