"""All tools, in the order in which models see them."""

from __future__ import annotations

from bots.tools.call_human import call_human, reaches_people
from bots.tools.delegate_task import delegate_task
from bots.tools.post_channel import post_channel
from bots.tools.read_channel import read_channel
from bots.tools.read_dm_history import read_dm_history
from bots.tools.read_memory_file import read_memory_file
from bots.tools.read_sent_file import read_sent_file
from bots.tools.report_procedure_outcome import report_procedure_outcome
from bots.tools.search_memory import search_memory
from bots.tools.send_file import send_file
from bots.tools.send_message import reaches_a_person, send_message
from bots.tools.tool import Tool
from bots.tools.write_memory_file import write_memory_file

CATALOGUE: tuple[Tool, ...] = (
    Tool(search_memory, brings=True),
    Tool(read_memory_file, brings=True, reads="path"),
    Tool(write_memory_file, writes="path"),
    Tool(report_procedure_outcome),
    Tool(read_sent_file, brings=True),
    Tool(send_file, reads="path"),
    Tool(send_message, leaves=reaches_a_person),
    Tool(read_dm_history, brings=True),
    Tool(delegate_task, brings=True),
    Tool(call_human, leaves=reaches_people),
    Tool(post_channel, leaves=lambda scene, arguments: True),
    Tool(read_channel, brings=True),
)
