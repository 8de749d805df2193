import type { CompiledQuery } from 'kysely'
import type { CommandReads, Send } from '../query/row-locks.ts'
import { bindSql, type Sql } from '../query/sql.ts'
import type { Authority } from './authority.ts'
import type { Queryable } from './pool.ts'
import type { Transaction } from './transaction.ts'

/** Binds Kysely to a unit of work. */
export const createSql = (transaction: Transaction, authority: Authority): Sql =>
  bindSql(senderOf(transaction, authority))

/**
 * Like `createSql`, for a command, whose statements are sent through `reads`. Those of `from` keep their order relative to those of
 * `db` because both use the same Kysely instance: a second instance would initialize separately, and delay its first statement.
 */
export function createCommandSql(transaction: Transaction, authority: Authority, reads: CommandReads): Sql {
  const send = senderOf(transaction, authority)
  return bindSql((query) => reads.send(query, send))
}

/** Binds Kysely to a connection, whose transactions the caller begins and ends. */
export const createClientSql = (client: Queryable): Sql =>
  bindSql(async ({ sql, parameters }) => {
    const { rows, rowCount } = await client.query<Record<string, unknown>>(sql, [...parameters])
    return { rows, numAffectedRows: BigInt(rowCount ?? 0) }
  })

/** Sends compiled queries unchanged. */
const senderOf =
  (transaction: Transaction, authority: Authority): Send =>
  async ({ sql, parameters }: CompiledQuery) => {
    const result = await transaction.query(authority, { text: sql, values: parameters })
    return { rows: result.rows, numAffectedRows: BigInt(result.rowCount ?? 0) }
  }
