import type { StatementListener } from './send-statement.ts'

/** The database connection, and the number of connections that this process may hold. */
export interface DatabaseOptions {
  /**
   * A PostgreSQL connection string. If it lists several servers, `…@first:5432,second:5432/…`, the one that accepts writes is
   * used.
   */
  readonly url: string
  /**
   * Standbys of that server, which handle reads of requests once they have replayed everything committed before the read.
   * Standbys that lag or are unavailable are skipped.
   */
  readonly replicaUrls?: readonly string[]
  /** The server without the pooler in front of it, used for notifications between hosts and for migrations. Default: `url`. */
  readonly directUrl?: string
  /** Another login of the same database that owns its tables, used only for migrations. */
  readonly migrationUrl?: string
  /**
   * For development: allows `url` to be a login that owns tables, bypasses row-level security or is a superuser. Injected SQL
   * would then have the same rights. Default: rejected.
   */
  readonly privilegedLogin?: boolean
  /** Connections in the pool. Default: 10. */
  readonly poolSize?: number
  /** Maximum number of connections that the work of one tenant may hold at once. Default: three quarters of the pool. */
  readonly tenantShare?: number
  /**
   * Whether to use named prepared statements. Default: true. Must be set behind a pooler, depending on whether it tracks them.
   */
  readonly preparedStatements?: boolean
  /** Statement timeout in milliseconds, enforced by the server. Default: 30,000. */
  readonly statementTimeout?: number
  /**
   * Milliseconds for which a command may be idle between two statements; after that the server aborts its transaction and
   * releases its locks. Default: 120,000.
   */
  readonly idleTimeout?: number
  /**
   * Maximum total size in bytes of the rows that one command changes, before and after images together. Default: 64 MiB. They
   * are stored in the log, and read again for undo.
   */
  readonly maxRecordedBytes?: number
  /**
   * Called with every statement before it is sent, except the pulse: for counting and tracing. The function it returns is called
   * when the statement has ended. It never receives values or rows.
   *
   * @example
   * const onStatement: StatementListener = (text, { types }) => {
   *   const span = tracer.startSpan('sql', { attributes: { text, types } })
   *   return ({ rows, code }) => span.setAttributes({ rows, code }).end()
   * }
   */
  readonly onStatement?: StatementListener
  /** Called with the text of each notice that the server sends, for example by `raise notice` in a function. */
  readonly onNotice?: (text: string) => void
  /** Called when statements of a tenant have been answered, with the milliseconds that they took together. */
  readonly onTenantWork?: (tenantId: string, milliseconds: number) => void
}

export const MAX_RECORDED_BYTES = 64 * 2 ** 20
