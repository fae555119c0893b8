/* SPDX-License-Identifier: Apache-2.0 */
/**
 * An agent for slots of tests, by which remedies are left out; the product has no switch for it.
 */
package org.hpcreuse.it.leftout;
