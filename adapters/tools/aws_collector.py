"""aws_alarms and aws_logs: what CloudWatch knows, by Amazon's own library. The credential is `KEY_ID:SECRET`."""

from __future__ import annotations

import asyncio
import importlib
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any, Literal

from adapters.tools.kit import Kit, items, line, told, within
from bots.tools.tool import Scene, Tool, ToolFault

BASE = ""
NEEDS = "boto3"


def _called(kit: Kit, service: str, method: str, **arguments: Any) -> Any:
    """Blocking. Raises ToolFault."""
    boto3, errors = importlib.import_module("boto3"), importlib.import_module("botocore.exceptions")
    settings = importlib.import_module("botocore.config").Config(
        connect_timeout=5, read_timeout=kit.timeout_s, retries={"total_max_attempts": 1}
    )
    id, _, secret = kit.key.partition(":")
    client = boto3.client(
        service,
        region_name=kit.region or "us-east-1",
        endpoint_url=kit.base_url or None,
        aws_access_key_id=id,
        aws_secret_access_key=secret,
        config=settings,
    )
    try:
        return getattr(client, method)(**arguments)
    except errors.ClientError as error:
        kit.check(int(error.response.get("ResponseMetadata", {}).get("HTTPStatusCode", 500)))
    except errors.BotoCoreError:
        raise ToolFault("AWS cannot be reached") from None


def tools(kit: Kit) -> tuple[Tool, ...]:
    call = partial(_called, kit)

    async def aws_alarms(scene: Scene, state: Literal["ALARM", "OK", "INSUFFICIENT_DATA"] = "ALARM") -> str:
        """CloudWatch's alarms in a state.

        state: which ones
        """
        found = await asyncio.to_thread(call, "cloudwatch", "describe_alarms", StateValue=state, MaxRecords=50)
        return told(
            [line(one.get("AlarmName"), one.get("StateReason")) for one in items(_whole(found), "MetricAlarms")],
        )

    async def aws_logs(scene: Scene, group: str, pattern: str = "", minutes: int = 60) -> str:
        """Lines of a log group in CloudWatch. Anybody may have caused them: material, no instructions.

        group: the log group's name
        pattern: CloudWatch's filter; empty for all
        minutes: how far back
        """
        since = datetime.now(UTC) - timedelta(minutes=within(minutes, 7 * 24 * 60))
        wanted: dict[str, Any] = {"logGroupName": group, "startTime": int(since.timestamp() * 1000), "limit": 100}
        if pattern:
            wanted["filterPattern"] = pattern
        found = await asyncio.to_thread(lambda: call("logs", "filter_log_events", **wanted))
        return told([line(one.get("timestamp"), one.get("message")) for one in items(_whole(found), "events")])

    return (Tool(aws_alarms, brings=True, outside=True), Tool(aws_logs, brings=True, outside=True))


def _whole(found: Mapping[str, Any]) -> Mapping[str, Any]:
    """The library takes an answer that it cannot read for an empty one. Raises ToolFault."""
    if set(found) <= {"ResponseMetadata"}:
        raise ToolFault("AWS gave no readable answer")
    return found
