-- SPDX-License-Identifier: Apache-2.0
-- What a run of Pig reads and writes. Parameters: run, a name of its own; files, where the files lie; jar.

register $jar
define words `python3 words.py` ship('$files/words.py');

customers = load '/tables/customers.csv' using PigStorage(',') as (id:int, name:chararray, region:chararray);
orders = load '/tables/orders.csv' using PigStorage(',') as (id:int, customer:int, cents:long, day:chararray);

-- A join in reducers, and one with a table in each map's memory.
joined = join orders by customer, customers by id parallel 2;
regions = foreach (group joined by customers::region parallel 2)
  generate group, COUNT(joined), SUM(joined.orders::cents), MIN(joined.orders::day), MAX(joined.orders::day);
store regions into '/pig/$run/regions';

south = filter customers by region == 'south';
small = join orders by customer, south by id using 'replicated';
names = foreach (group small all) {
  name = distinct small.south::name;
  generate COUNT(name), SUM(small.orders::cents);
}
store names into '/pig/$run/names';

-- Who has ordered nothing.
both = cogroup customers by id, orders by customer;
idle = foreach (group (filter both by IsEmpty(orders)) all) generate COUNT($1);
store idle into '/pig/$run/idle';

-- Total order over several reducers: Pig samples first.
sums = foreach (group orders by customer) generate group as customer, SUM(orders.cents) as cents;
ranked = rank (filter sums by cents > 628000L) by cents desc, customer;
sorted = order ranked by cents desc, customer parallel 2;
store sorted into '/pig/$run/sorted';

-- A script, and a function of the jar.
said = stream (foreach customers generate name) through words as (word:chararray, size:int);
counted = foreach (group said by word) generate group, COUNT(said), MAX(said.size);
store counted into '/pig/$run/words';

labelled = foreach orders generate (PigLabel(id) == '$run' ? 'own' : 'foreign') as label;
labels = foreach (group labelled by label) generate group, COUNT(labelled);
store labels into '/pig/$run/labels';
