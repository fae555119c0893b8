/* SPDX-License-Identifier: Apache-2.0 */
/** Tables for people: status, audits, options. Reads JSON or records, prints text. */
package org.hpcreuse.cli.view;
