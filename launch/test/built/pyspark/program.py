# SPDX-License-Identifier: Apache-2.0
"""program.py SECONDS: Python functions, shuffles, an accumulator, a broadcast and a user function of SQL; prints what
they give. Each task of the first job sleeps for SECONDS."""

import sys
import time

from pyspark.sql import SparkSession
from pyspark.sql.functions import col, udf
from pyspark.sql.functions import sum as total
from pyspark.sql.types import LongType

TASKS = 8

spark = SparkSession.builder.appName("python").getOrCreate()
context = spark.sparkContext
pause = float(sys.argv[1])
seen = context.accumulator(0)
factor = context.broadcast(3)


def add(numbers):
    print("task begins", flush=True)
    time.sleep(pause)
    result = 0
    for number in numbers:
        seen.add(1)
        result += number * factor.value
    yield result


results = [f"sum {context.parallelize(range(100_000), TASKS).mapPartitions(add).sum()}", f"seen {seen.value}"]
words = context.textFile("/in").flatMap(str.split).map(lambda word: (word, 1)).reduceByKey(lambda a, b: a + b)
ranking = sorted(words.collect(), key=lambda pair: (-pair[1], pair[0]))
results += [f"word {word} {count}" for word, count in ranking[:20]]
square = udf(lambda x: x * x, LongType())
squares = spark.range(10_000).withColumn("k", col("id") % 7).withColumn("s", square("id"))
results += [f"row {row[0]} {row[1]}" for row in squares.groupBy("k").agg(total("s")).orderBy("k").collect()]
try:
    context.parallelize([0]).map(lambda x: 1 / x).collect()
except Exception as failure:
    results.append(f"error {'ZeroDivisionError' in str(failure)}")
print("\n".join(results), flush=True)
spark.stop()
