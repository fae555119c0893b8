-- SPDX-License-Identifier: Apache-2.0
-- What a run of Hive writes and reads. Variables: run, a name of its own; files, where the files lie; jar.

create database ${hivevar:run};
use ${hivevar:run};

create table customers (id int, name string, region string) row format delimited fields terminated by ',';
create table orders (id int, customer int, cents bigint, day string) row format delimited fields terminated by ',';
load data local inpath '${hivevar:files}/customers.csv' into table customers;
load data local inpath '${hivevar:files}/orders.csv' into table orders;

-- Columnar files from one reading, and partitions by a column's value.
create table orders_orc (id int, customer int, cents bigint, day string) stored as orc;
create table orders_parquet (id int, customer int, cents bigint, day string) stored as parquet;
create table by_month (id int, cents bigint) partitioned by (month string) stored as orc;
set hive.exec.dynamic.partition.mode=nonstrict;
from orders
insert overwrite table orders_orc select *
insert overwrite table orders_parquet select *
insert overwrite table by_month partition (month) select id, cents, substr(day, 1, 7);
show partitions by_month;
select 'months', month, count(*), sum(cents) from by_month group by month;

-- A join of two large tables, in reducers.
set hive.auto.convert.join=false;
select 'regions', c.region, count(*), sum(o.cents), min(o.day), max(o.day)
from orders_orc o join customers c on o.customer = c.id
group by c.region;

-- A table in each map's memory.
set hive.auto.convert.join=true;
select 'names', count(distinct c.name), sum(length(c.name) * o.cents)
from orders_parquet o join customers c on o.customer = c.id
where c.region <> 'north';

-- Windows.
select 'best', region, name, cents from (
  select c.region, c.name, o.cents, row_number() over (partition by c.region order by o.cents desc, o.id) place
  from orders_parquet o join customers c on o.customer = c.id) ranked
where place = 1;

-- A script.
add file ${hivevar:files}/words.py;
select 'words', word, count(*), max(cast(size as int)) from (
  select transform (name) using 'python3 words.py' as (word, size) from customers) said
group by word;

-- Functions of a jar, and Hive's own.
add jar ${hivevar:jar};
create temporary function run_label as 'RunLabel';
select 'functions', run_label(id) = '${hivevar:run}', count(*),
  max(get_json_object(concat('{"cents":', cents, '}'), '$.cents')),
  sum(cast(regexp_extract(day, '^[0-9]+-([0-9]+)', 1) as int)), max(date_add(to_date(day), 1)),
  cast(avg(cast(cents as decimal(12, 2)) / 100) as decimal(12, 4)), size(collect_set(weekofyear(to_date(day))))
from orders_orc group by run_label(id) = '${hivevar:run}';
