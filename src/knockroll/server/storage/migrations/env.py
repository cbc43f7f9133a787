"""Alembic's entry: migrate over the connection that the store hands in."""

from alembic import context

from knockroll.server.storage.schema import METADATA

context.configure(
    connection=context.config.attributes["connection"], target_metadata=METADATA, transaction_per_migration=False
)
with context.begin_transaction():
    context.run_migrations()
