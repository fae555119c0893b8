/* SPDX-License-Identifier: Apache-2.0 */
/** Management beans: those registered, their listeners, their switches and modes. */
package org.hpcreuse.cleanup.jvm.management;
