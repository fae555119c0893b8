/* SPDX-License-Identifier: Apache-2.0 */
/** Tables for people: status, audits, options. Reads JSON, records and /proc, prints text. */
package org.hpcreuse.cli.view;
