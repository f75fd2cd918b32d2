"""The independent judge: a plain, slow reading of the rules that shares no code with rummylab.

It follows the written rules alone. Nothing here imports rummylab, so one misreading cannot
hide in both.
"""
