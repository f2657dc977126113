"""What a service outside gives: as much as may be looked at, with the reason where it was more."""

import pytest

from bots.tools.tool import MOST_BYTES, Tool, result_of


@pytest.mark.audit("A14")
@pytest.mark.ledger("AUD-04")
async def test_a_flood_of_a_service_outside_is_cut_in_bytes_and_the_model_reads_why():
    async def flood(scene: object) -> str:
        """Give much."""
        return "é" * 5_000_000

    given = await result_of(Tool(flood, brings=True, outside=True), None, {})

    assert len(given.encode()) < MOST_BYTES + 1000
    assert f"10000000 bytes came, {MOST_BYTES} are kept" in given[:200]
