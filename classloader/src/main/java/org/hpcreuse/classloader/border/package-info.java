/* SPDX-License-Identifier: Apache-2.0 */
/** Whether classes of one package may be in two loaders. */
package org.hpcreuse.classloader.border;
