/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Every option of the project, defined once with type, unit, default and meaning. docs/options.md
 * is made from it.
 */
package org.hpcreuse.protocol.option;
