import { defineMigration } from '@plinth/core'

/** Connections are limited per tenant, since whoever signs in is offered all of them, and domains per connection. */
export const connectionLimit = defineMigration(
  'sso.connection_limit',
  `select plinth.limit_rows('sso_connections', 100, 'A tenant can have at most %s connections');
  select plinth.limit_rows('sso_domains', 50, 'A connection has at most %s domains.', '{connection_id}')`,
)
