"""All tools, in the order in which models see them."""

from __future__ import annotations

from bots.tools.memory_tools import (
    read_memory_file,
    read_sent_file,
    report_procedure_outcome,
    search_memory,
    send_file,
    write_memory_file,
)
from bots.tools.messaging_tools import (
    call_human,
    delegate_task,
    post_channel,
    read_channel,
    read_dm_history,
    send_message,
    who_is_called,
    who_reads_it,
    whom_it_reaches,
)
from bots.tools.person_tools import (
    cancel_reminder,
    forget_fact,
    list_reminders,
    move_reminder,
    set_reminder,
)
from bots.tools.tool import Tool

TOOLS: tuple[Tool, ...] = (
    Tool(search_memory, brings=True),
    Tool(read_memory_file, brings=True, reads="path"),
    Tool(write_memory_file, writes="path"),
    Tool(report_procedure_outcome),
    Tool(set_reminder),
    Tool(list_reminders, brings=True),
    Tool(move_reminder),
    Tool(cancel_reminder),
    Tool(forget_fact),
    Tool(read_sent_file, brings=True),
    Tool(send_file, reads="path"),
    Tool(send_message, destination=whom_it_reaches),
    Tool(read_dm_history, brings=True),
    Tool(delegate_task, brings=True),
    Tool(call_human, destination=who_is_called),
    Tool(post_channel, destination=who_reads_it),
    Tool(read_channel, brings=True),
)
