"""`referee`: the referee on the command line, for a table without network.

As thin as the web: a command makes the body of the call that it stands for, loads it through the same schemas, and
asks the engine. `program` puts the commands together.
"""
