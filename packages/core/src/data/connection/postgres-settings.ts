/** PostgreSQL settings by name. */
export type PostgresSettings = Readonly<Record<string, string | number>>

/**
 * Settings that statements rely on, whatever the defaults of the server, the database or the login. They are not passed as
 * startup parameters, which poolers reject.
 */
export const toPostgresSettings = ({
  statementTimeout = 30_000,
  idleTimeout = 120_000,
}: {
  readonly statementTimeout?: number
  readonly idleTimeout?: number
}): PostgresSettings => ({
  timezone: 'UTC',
  datestyle: 'ISO, MDY',
  intervalstyle: 'postgres',
  // Recorded rows contain floats and bytes as text.
  extra_float_digits: 1,
  bytea_output: 'hex',
  search_path: 'public, pg_temp',
  // Values are written into SQL, where a backslash must not be an escape character.
  standard_conforming_strings: 'on',
  statement_timeout: statementTimeout,
  // A host that hangs, but still responds to the network, does not keep its locks.
  idle_in_transaction_session_timeout: idleTimeout,
})

/**
 * Lets the server detect a host that silently disappeared within half a minute, which releases its locks. Any login may set
 * these, and local sockets ignore them. Not used behind a pooler, which owns the connections.
 */
export const SESSION_SETTINGS: PostgresSettings = {
  tcp_keepalives_idle: 10,
  tcp_keepalives_interval: 5,
  tcp_keepalives_count: 3,
}

/** Calls that apply settings. */
export function toSetConfig(settings: PostgresSettings, until: 'transaction' | 'session'): readonly string[] {
  return Object.entries(settings).map(
    ([name, value]) => `set_config('${name}', '${value}', ${until === 'transaction'})`,
  )
}
