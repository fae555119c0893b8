/* SPDX-License-Identifier: Apache-2.0 */
/**
 * What of a container's classes stays in the slot for the next one: {@link
 * org.hpcreuse.usercode.KeptLoaders} decides. An extension of the slot, at work when the option
 * {@code hpc-reuse.user-code} says so.
 */
package org.hpcreuse.usercode;
