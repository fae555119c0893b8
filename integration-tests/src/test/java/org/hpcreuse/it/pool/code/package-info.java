/* SPDX-License-Identifier: Apache-2.0 */
/** Tests of slots that keep a user's classes from one container of an application to the next. */
package org.hpcreuse.it.pool.code;
