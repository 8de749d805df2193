import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import type { Authority } from '../connection/authority.ts'
import type { Queryable } from '../connection/pool.ts'
import type { CommandReads, Send } from './row-locks.ts'
import type { Statement, Transaction } from '../connection/transaction.ts'

/**
 * Plain SQL in the caller's scope: Kysely on the unit of work, with row-level security.
 *
 * @example
 * const { rows } = await sql<{ label: string }>`select label from tags where ${inScope(scope, 'tags')}`.execute(db)
 */
// Tables belong to modules; a type map of all tables would couple every module to every other.
export type Sql = Kysely<any>

/** For statements whose text depends on the number of values. */
export interface VaryingText {
  readonly isVarying?: boolean | undefined
}

/** Binds Kysely to a unit of work. */
export const createSql = (transaction: Transaction, authority: Authority, rows: Statement['rows']): Sql =>
  bindSql(senderOf(transaction, authority, rows))

/**
 * Like `createSql`, for a command, whose `from` statements, except inserts, are sent through `reads`. They keep their order relative to those of
 * `db` because both use the same Kysely instance: a second instance would initialize separately, and delay its first statement.
 */
export function createCommandSql(transaction: Transaction, authority: Authority, reads: CommandReads): Sql {
  const send = senderOf(transaction, authority, 'plain')
  return bindSql((query) => {
    reads.held.noteStatement(query)
    return reads.isBuilt(query) ? reads.sendBuilt(query, send) : send(query)
  })
}

/** Sends compiled queries unchanged. */
export const senderOf =
  (transaction: Transaction, authority: Authority, rows: Statement['rows']): Send =>
  async ({ sql, parameters, isVarying }: CompiledQuery & VaryingText) => {
    const result = await transaction.query(authority, { text: sql, values: parameters, rows, isVarying })
    return { rows: result.rows, numAffectedRows: BigInt(result.rowCount ?? 0) }
  }

/** Binds Kysely to a connection, whose transactions the caller begins and ends. */
export const createClientSql = (client: Queryable): Sql =>
  bindSql(async ({ sql, parameters }) => {
    const { rows, rowCount } = await client.query<Record<string, unknown>>(sql, [...parameters])
    return { rows, numAffectedRows: BigInt(rowCount ?? 0) }
  })

function bindSql(executeQuery: Send): Sql {
  const connection: DatabaseConnection = {
    executeQuery: executeQuery as DatabaseConnection['executeQuery'],
    streamQuery() {
      throw new Error('Page through long results by key instead of streaming them')
    },
  }
  return new Kysely({ dialect: dialect(connection) })
}

const adapter = new PostgresAdapter()

const compiler = new PostgresQueryCompiler()

const refuse = () => Promise.reject(new Error('A unit of work is one transaction: it cannot be begun, ended or nested'))

const done = async (): Promise<void> => {}

/** Kysely's dialect on a single connection. */
export function dialect(connection: DatabaseConnection): Dialect {
  return {
    createAdapter: () => adapter,
    createQueryCompiler: () => compiler,
    createIntrospector: (db) => new PostgresIntrospector(db),
    createDriver: () => ({
      init: done,
      acquireConnection: async () => connection,
      releaseConnection: done,
      beginTransaction: refuse,
      commitTransaction: refuse,
      rollbackTransaction: refuse,
      destroy: done,
    }),
  }
}
