/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cli.diagnosis;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import kotlin.sequences.Sequence;
import shark.CloseableHeapGraph;
import shark.FileSourceProvider;
import shark.GcRoot;
import shark.HeapField;
import shark.HeapObject;
import shark.HprofHeapGraph;
import shark.HprofRecordTag;

/**
 * Searches a heap dump, breadth first from the roots, for container class loaders: the shortest
 * path to each says what holds it. The dump is read by shark-graph; objects are numbers from 0 on
 * there, so that the search needs sixteen bytes an object.
 */
final class HoldingPaths {
  private static final String LOADER = "org.hpcreuse.classloader.ContainerLoader";

  /** No object has one of these ids. */
  private static final long UNSEEN = 0;

  private static final long ROOT = -1;

  private final CloseableHeapGraph heap;

  /** By the number of an object, the id of the one that it was reached from. */
  private final long[] parent;

  private final long[] queue;
  private int queued;

  private HoldingPaths(CloseableHeapGraph heap) {
    this.heap = heap;
    parent = new long[heap.getObjectCount()];
    queue = new long[heap.getObjectCount()];
  }

  /**
   * The shortest path to each container loader, one line a loader.
   *
   * @param heapDump a dump of live objects, made while no container runs
   */
  static List<String> of(Path heapDump) throws IOException {
    return search(heapDump, LOADER);
  }

  /** The shortest path to each instance of a class, or of a subclass. */
  static List<String> search(Path heapDump, String className) throws IOException {
    File file = heapDump.toFile();
    try (CloseableHeapGraph heap =
        HprofHeapGraph.Companion.openHeapGraph(
            new FileSourceProvider(file), null, HprofRecordTag.Companion.getRootTags())) {
      return new HoldingPaths(heap).search(className);
    }
  }

  private List<String> search(String className) {
    for (GcRoot root : heap.getGcRoots()) {
      enter(root.getId(), ROOT);
    }
    List<String> paths = new ArrayList<>();
    for (int next = 0; next < queued; next++) {
      HeapObject object = heap.findObjectById(queue[next]);
      if (isA(object, className)) {
        paths.add(pathTo(object));
      } else {
        HeapEdges.of(object).forEach(edge -> enter(edge.target(), object.getObjectId()));
      }
    }
    return paths;
  }

  private static boolean isA(HeapObject object, String className) {
    return object instanceof HeapObject.HeapInstance instance && instance.instanceOf(className);
  }

  /** Arrays of primitives hold nothing, and the library numbers them wrongly when asked by id. */
  private void enter(long id, long from) {
    HeapObject object = id == 0 ? null : heap.findObjectByIdOrNull(id);
    boolean holder = object != null && !(object instanceof HeapObject.HeapPrimitiveArray);
    if (holder && parent[object.getObjectIndex()] == UNSEEN) {
      parent[object.getObjectIndex()] = from;
      queue[queued++] = id;
    }
  }

  /** From the root to the loader. Loaders of the framework hold all of its classes: left out. */
  private String pathTo(HeapObject found) {
    Deque<String> labels = new ArrayDeque<>();
    HeapObject at = found;
    while (parent[at.getObjectIndex()] != ROOT) {
      HeapObject from = heap.findObjectById(parent[at.getObjectIndex()]);
      labels.addFirst(label(from, at.getObjectId()));
      at = from;
    }
    labels.addFirst("root " + name(at));
    return String.join(" > ", fromStatic(List.copyOf(labels)));
  }

  /** What is before the last static field is only the way to its class. */
  private static List<String> fromStatic(List<String> labels) {
    for (int i = labels.size() - 1; i > 0; i--) {
      if (labels.get(i).startsWith("static ")) {
        return labels.subList(i, labels.size());
      }
    }
    return labels;
  }

  private static String label(HeapObject from, long to) {
    return HeapEdges.of(from).stream()
        .filter(edge -> edge.target() == to)
        .map(HeapEdges.Edge::label)
        .findFirst()
        .orElseThrow();
  }

  private static String name(HeapObject object) {
    if (object instanceof HeapObject.HeapInstance instance) {
      HeapObject.HeapInstance thread = instance.instanceOf("java.lang.Thread") ? instance : null;
      return thread == null
          ? instance.getInstanceClassName()
          : "thread \"" + threadName(thread) + "\"";
    }
    return object instanceof HeapObject.HeapClass type ? "class " + type.getName() : "array";
  }

  private static String threadName(HeapObject.HeapInstance thread) {
    var field = thread.get("java.lang.Thread", "name");
    return field == null ? "?" : field.getValue().readAsJavaString();
  }

  /**
   * What an object of a heap dump keeps alive: fields, elements, the class of an instance, the
   * statics and the loader of a class. Also what a soft reference or a pending finalizer refers to,
   * which a collection leaves alive; not what a weak or a phantom reference refers to.
   */
  private static final class HeapEdges {
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
}
