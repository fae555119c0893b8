/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Looks at objects of the JVM: fields by reflection, values that may be shown, differences between
 * then and now. Changes nothing by itself.
 */
package org.hpcreuse.cleanup.state;
