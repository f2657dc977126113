"""All tools, in the order in which models see them."""

from __future__ import annotations

from bots.tools.call_human import call_human, who_is_called
from bots.tools.delegate_task import delegate_task
from bots.tools.post_channel import post_channel, who_reads_it
from bots.tools.read_channel import read_channel
from bots.tools.read_dm_history import read_dm_history
from bots.tools.read_memory_file import read_memory_file
from bots.tools.read_sent_file import read_sent_file
from bots.tools.report_procedure_outcome import report_procedure_outcome
from bots.tools.search_memory import search_memory
from bots.tools.send_file import send_file
from bots.tools.send_message import send_message, whom_it_reaches
from bots.tools.tool import Tool
from bots.tools.write_memory_file import write_memory_file

CATALOGUE: tuple[Tool, ...] = (
    Tool(search_memory, brings=True),
    Tool(read_memory_file, brings=True, reads="path"),
    Tool(write_memory_file, writes="path"),
    Tool(report_procedure_outcome),
    Tool(read_sent_file, brings=True),
    Tool(send_file, reads="path"),
    Tool(send_message, destination=whom_it_reaches),
    Tool(read_dm_history, brings=True),
    Tool(delegate_task, brings=True),
    Tool(call_human, destination=who_is_called),
    Tool(post_channel, destination=who_reads_it),
    Tool(read_channel, brings=True),
)
