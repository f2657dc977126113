"""The engine on PostgreSQL passes the conformance suite; what is its own is tested below."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bots.delivery.contract import Delivery
from bots.delivery.opening import PostgresHome
from tests import postgres
from tests.bots.delivery.takeovers import tried
from tests.bots.delivery.test_embedded import QUICK
from tests.contracts.delivery import DeliveryContract

pytestmark = pytest.mark.ledger("OPS-12")


@pytest.fixture(scope="session")
def server() -> postgres.Server:
    return postgres.server()


@pytest.fixture
async def engine(server: postgres.Server, tmp_path: Path) -> AsyncIterator[Delivery]:
    home = PostgresHome(tmp_path, server.fresh())
    with home.owned():
        opened = home.open(lambda: datetime.now(UTC), QUICK)
        yield opened
        await opened.close()


_LIFE = ExitStack()
"""Of a process that was forked; it ends with that."""


def open_engine(home: Path) -> Delivery:
    """Also after a life that was killed; its lease runs out soon."""
    address = home / "address"
    if not address.exists():
        address.write_text(postgres.server().fresh())
    kept = PostgresHome(home / "home", address.read_text(), lease_s=0.4)
    _LIFE.enter_context(kept.owned(lambda _: None))
    return kept.open(lambda: datetime.now(UTC), QUICK)


class TestPostgres(DeliveryContract):
    opened = staticmethod(open_engine)

    @pytest.fixture(autouse=True)
    def running_server(self, server: postgres.Server) -> None:
        """Before anything is forked."""


@pytest.mark.timeout(300)
def test_a_process_that_dies_or_pauses_is_replaced_and_nothing_is_lost_or_doubled(
    server: postgres.Server, tmp_path: Path
) -> None:
    found = tried(tmp_path, server.fresh(), faults=4, lease_s=1.5, seed=1)

    assert (found["lost"], found["doubled"], found["out_of_order"]) == (0, 0, 0)
