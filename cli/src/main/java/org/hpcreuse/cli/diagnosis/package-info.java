/* SPDX-License-Identifier: Apache-2.0 */
/**
 * What a bug report needs, without secrets: the bundle of {@code diag}, thread dumps, what holds an
 * object in a heap dump.
 */
package org.hpcreuse.cli.diagnosis;
