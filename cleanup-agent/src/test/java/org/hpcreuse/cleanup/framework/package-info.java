/* SPDX-License-Identifier: Apache-2.0 */
/** Framework classes with state of every kind; tests load them anew in a framework of their own. */
package org.hpcreuse.cleanup.framework;
