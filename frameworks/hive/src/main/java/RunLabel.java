/* SPDX-License-Identifier: Apache-2.0 */

import org.apache.hadoop.hive.ql.exec.Description;
import org.apache.hadoop.hive.ql.exec.MapredContext;
import org.apache.hadoop.hive.ql.exec.UDFArgumentException;
import org.apache.hadoop.hive.ql.metadata.HiveException;
import org.apache.hadoop.hive.ql.udf.generic.GenericUDF;
import org.apache.hadoop.hive.serde2.objectinspector.ObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.primitive.PrimitiveObjectInspectorFactory;

/**
 * {@code run_label(x)}: the property {@code run.label} of the job, as this class has read it first.
 * It keeps the value in a static field, as many functions keep a table. In a new process this is the
 * value of the own run.
 */
@Description(name = "run_label", value = "_FUNC_(x) - the label of the run")
public final class RunLabel extends GenericUDF {
  private static String label;

  @Override
  public void configure(MapredContext context) {
    if (label == null) {
      label = context.getJobConf().get("run.label");
    }
  }

  @Override
  public ObjectInspector initialize(ObjectInspector[] arguments) throws UDFArgumentException {
    if (arguments.length != 1) {
      throw new UDFArgumentException("one argument, to be evaluated in a task");
    }
    return PrimitiveObjectInspectorFactory.javaStringObjectInspector;
  }

  @Override
  public Object evaluate(DeferredObject[] arguments) throws HiveException {
    return label;
  }

  @Override
  public String getDisplayString(String[] children) {
    return "run_label(" + children[0] + ")";
  }
}
