/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Single operations of a container's way into a slot, measured with JMH. Developers run them by
 * {@code bin/hpc-reuse bench micro}; no other module uses them, and no package holds them.
 */
package org.hpcreuse.micro;
