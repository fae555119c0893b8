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
 * statics and the loader of a class. Also what a soft reference or a pending finalizer refers to,
 * which a collection leaves alive; not what a weak or a phantom reference refers to.
 */
final class HeapEdges {
  private static final String REFERENCE = "java.lang.ref.Reference";
  private static final List<String> WEAK =
      List.of("java.lang.ref.WeakReference", "java.lang.ref.PhantomReference");

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
      boolean weak = WEAK.stream().anyMatch(instance::instanceOf);
      fields(edges, instance.readFields(), name + " field ", weak);
    } else if (from instanceof HeapObject.HeapClass type) {
      fields(edges, type.readStaticFields(), "static " + type.getName() + ".", false);
      edges.add(new Edge("loader of " + type.getName(), type.readRecord().getClassLoaderId()));
    } else if (from instanceof HeapObject.HeapObjectArray array) {
      for (long element : array.readRecord().getElementIds()) {
        edges.add(new Edge("element of " + array.getArrayClassName(), element));
      }
    }
    return edges;
  }

  private static void fields(
      List<Edge> edges, Sequence<HeapField> fields, String prefix, boolean weak) {
    for (Iterator<HeapField> each = fields.iterator(); each.hasNext(); ) {
      HeapField field = each.next();
      Long target = field.getValue().getAsNonNullObjectId();
      boolean referent =
          field.getName().equals("referent")
              && field.getDeclaringClass().getName().equals(REFERENCE);
      if (target != null && !(weak && referent)) {
        edges.add(new Edge(prefix + field.getName(), target));
      }
    }
  }
}
