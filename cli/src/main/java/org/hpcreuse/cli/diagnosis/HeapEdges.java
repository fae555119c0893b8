/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cli.diagnosis;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import kotlin.sequences.Sequence;
import shark.HeapField;
import shark.HeapObject;

/**
 * What an object of a heap dump keeps alive: fields, elements, the class of an instance, the
 * statics and the loader of a class. Not what a reference object refers to: a dump of live objects
 * holds those that others keep.
 */
final class HeapEdges {
  private static final String REFERENCE = "java.lang.ref.Reference";

  /**
   * One of them.
   *
   * @param label how it is reached, for people
   * @param target the object's id in the dump
   */
  record Edge(String label, long target) {}

  private HeapEdges() {}

  static List<Edge> of(HeapObject from) {
    List<Edge> edges = new ArrayList<>();
    if (from instanceof HeapObject.HeapInstance instance) {
      String name = instance.getInstanceClassName();
      edges.add(new Edge("class of " + name, instance.getInstanceClassId()));
      fields(edges, instance.readFields(), name + " field ");
    } else if (from instanceof HeapObject.HeapClass type) {
      fields(edges, type.readStaticFields(), "static " + type.getName() + ".");
      edges.add(new Edge("loader of " + type.getName(), type.readRecord().getClassLoaderId()));
    } else if (from instanceof HeapObject.HeapObjectArray array) {
      for (long element : array.readRecord().getElementIds()) {
        edges.add(new Edge("element of " + array.getArrayClassName(), element));
      }
    }
    return edges;
  }

  private static void fields(List<Edge> edges, Sequence<HeapField> fields, String prefix) {
    for (Iterator<HeapField> each = fields.iterator(); each.hasNext(); ) {
      HeapField field = each.next();
      Long target = field.getValue().getAsNonNullObjectId();
      boolean weak =
          field.getName().equals("referent")
              && field.getDeclaringClass().getName().equals(REFERENCE);
      if (target != null && !weak) {
        edges.add(new Edge(prefix + field.getName(), target));
      }
    }
  }
}
