/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Framework classes with state of every kind; tests load them again in a framework of their own.
 */
package org.hpcreuse.cleanup.framework;
