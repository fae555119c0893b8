/* SPDX-License-Identifier: Apache-2.0 */
/** Which names of properties a JDK knows. */
package org.hpcreuse.readonce.names;
