/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.foreign.jackson;

import static org.hpcreuse.workload.foreign.Neighbour.print;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.type.TypeFactory;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.util.JsonSerialization;
import org.hpcreuse.workload.foreign.Neighbour;

/** Maps objects to JSON by mappers of its own, by Hadoop's and by the shared type factory. */
public final class Modules {
  private Modules() {}

  /** What is mapped. */
  public static final class Item {
    public int id = 7;
    public List<String> names = List.of("a", "b");
    String hidden = "h";
  }

  public static void main(String[] args) throws JsonProcessingException, java.io.IOException {
    JsonSerialization<Item> hadoops = new JsonSerialization<>(Item.class, false, false);
    if (Neighbour.spoils(args)) {
      hadoops.getMapper().setVisibility(PropertyAccessor.FIELD, JsonAutoDetect.Visibility.ANY);
      TypeFactory.defaultInstance().clearCache();
      TypeFactory.defaultInstance().constructType(Item.class);
      ObjectMapper mapper = new ObjectMapper();
      SimpleModule module = new SimpleModule("spoils");
      module.addAbstractTypeMapping(Map.class, java.util.TreeMap.class);
      mapper.registerModule(module);
      mapper.setVisibility(PropertyAccessor.FIELD, JsonAutoDetect.Visibility.ANY);
      print("spoilt", mapper.writeValueAsString(new Item()));
    }
    ObjectMapper mapper = new ObjectMapper().findAndRegisterModules();
    print("modules", mapper.getRegisteredModuleIds());
    print("own", mapper.writeValueAsString(new Item()));
    print("hadoop", hadoops.toJson(new Item()).replaceAll("\\s", ""));
    print("back", mapper.readValue("{\"id\":9,\"names\":[]}", Item.class).id);
    print("map", mapper.readValue("{\"b\":1,\"a\":2}", Map.class).getClass().getName());
    print("type", TypeFactory.defaultInstance().constructType(Item.class));
    print(
        "same",
        TypeFactory.defaultInstance().constructType(Item.class).getRawClass() == Item.class);
    print("found", TypeFactory.defaultInstance().constructFromCanonical(Item.class.getName()));
  }
}
