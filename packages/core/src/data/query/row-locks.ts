import {
  AliasNode,
  type CompiledQuery,
  type DeleteQueryNode,
  FromNode,
  IdentifierNode,
  type KyselyPlugin,
  type OperationNode,
  PostgresQueryCompiler,
  type QueryResult,
  RawNode,
  type RootOperationNode,
  SelectionNode,
  type SelectQueryNode,
  TableNode,
  type UpdateQueryNode,
} from 'kysely'
import { HeldRows } from './held-rows.ts'
import { quoteName } from './quote-name.ts'

/** Sends a statement of a command. */
export type Send = (query: CompiledQuery) => Promise<Answer>

type Answer = QueryResult<Record<string, unknown>>

/** The rows that a query for entities loads. */
export interface LockedRows {
  readonly table: string
  /** The alias of the table in the query. */
  readonly alias: string
}

/** A row was changed after the command read the data on which its write depends. */
export interface ContendedRow {
  readonly table: string
  readonly id: string
}

/**
 * How one attempt of a command reads (docs/concurrency.md). Entities are locked by the statement that loads them. Data that is
 * read without a lock can be outdated by the time something is written. Therefore, after the first such read, the command must
 * not lock, change or delete a row that somebody else has changed since. If it encounters one, it is retried, and starts by
 * locking that row.
 */
export class CommandReads {
  #hasUnlocked = false
  readonly #built = new WeakSet<CompiledQuery['queryId']>()
  readonly held = new HeldRows()

  /** Marks statements built by `from`, except inserts, which are sent unchanged. */
  readonly builder: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => {
      if (node.kind !== 'InsertQueryNode') this.#built.add(queryId)
      return node
    },
    transformResult: async ({ result }) => result,
  }

  /** The first column of a query that locks rows of a table: fails if one has changed since the first unlocked read. */
  checkOf(table: string, alias: string): string {
    return this.#hasUnlocked ? `${assertUnchanged(table, quoteName(alias))} as "${CHECK}", ` : ''
  }

  /** Whether a statement was built by `from` and is not an insert. */
  isBuilt({ queryId }: CompiledQuery): boolean {
    return this.#built.has(queryId)
  }

  /** Sends a query without locks. Before the first one, in the same message, records the snapshot. */
  async readUnlocked(query: CompiledQuery, send: Send): Promise<Answer> {
    if (this.#hasUnlocked) return send(query)
    this.#hasUnlocked = true
    return sendAfter(raw(`select set_config('plinth.since', pg_current_snapshot()::text, true)`), query, send)
  }

  /** Sends a query for entities, which ends in `for update`, and locks them as an update of them would. */
  async readLocked({ table, alias }: LockedRows, query: CompiledQuery, send: Send): Promise<Answer> {
    // With this lock mode, rows that refer to them can still be inserted.
    const text = query.sql.replace(FOR_UPDATE, ' for no key update$<of>')
    if (!this.#hasUnlocked) return send({ ...query, sql: text })
    const check = this.checkOf(table, alias)
    const result = await send({ ...query, sql: text.replace(SELECT, (begin) => begin + check) })
    dropCheck(result.rows)
    return result
  }

  /**
   * Sends a statement built by `from`. An update or deletion that depends on earlier reads, or that itself reads, locks its rows
   * first.
   */
  async sendBuilt(query: CompiledQuery, send: Send): Promise<Answer> {
    const { query: node, sql } = query
    if (node.kind === 'SelectQueryNode') return isLocking(node) ? send(query) : this.readUnlocked(query, send)
    if (node.kind !== 'UpdateQueryNode' && node.kind !== 'DeleteQueryNode') return send(query)
    // Otherwise its sub-selects would use the snapshot from before it waited for its rows.
    const isFollowing = this.#hasUnlocked || /\bselect\b/i.test(sql)
    return isFollowing ? sendAfter(toLock(node, query.queryId), query, send) : send(query)
  }
}

/** Removes the column of the check from what a query returned. */
export function dropCheck(rows: readonly Record<string, unknown>[]): void {
  for (const row of rows) delete row[CHECK]
}

/** The row that an error is about. */
export function contendedRow(error: unknown): ContendedRow | undefined {
  const { code, detail } = (error ?? {}) as { code?: unknown; detail?: unknown }
  const { groups } = (code === '40001' && typeof detail === 'string' && DETAIL.exec(detail)) || {}
  return groups && { table: groups['table']!, id: groups['id']! }
}

/** The statement that locks such a row. */
export const lockRow = ({ table, id }: ContendedRow) => ({
  text: `select from ${quoteName(table)} where tenant_id = (select plinth.tenant()) and id = $1 for no key update`,
  values: [id],
})

const DETAIL = /^Row (?<id>[0-9a-f-]{36}) of (?<table>\S+)$/

const FOR_UPDATE = / for update(?<of> of [^)]*)?$/
const SELECT = /^select (distinct )?/
const CHECK = 'plinth_unchanged'

const assertUnchanged = (table: string, alias: string) =>
  `plinth.assert_unchanged(${alias}.xmin, '${table.replaceAll("'", "''")}', ${alias})`

/** Sends both in one message. If the first one fails, both fail with its error. */
async function sendAfter(first: CompiledQuery, query: CompiledQuery, send: Send): Promise<Answer> {
  const [before, result] = await Promise.allSettled([send(first), send(query)])
  if (before.status === 'rejected') throw before.reason
  if (result.status === 'rejected') throw result.reason
  return result.value
}

const raw = (sql: string): CompiledQuery => ({
  sql,
  parameters: [],
  query: RawNode.createWithSql(sql),
  queryId: { queryId: 'plinth' },
})

const isLocking = ({ endModifiers = [] }: SelectQueryNode) =>
  endModifiers.some(({ modifier }) => modifier?.startsWith('For') === true)

const compiler = new PostgresQueryCompiler()

/** Locks the rows that a statement is about to change, in the lock mode of the statement. */
function toLock(node: UpdateQueryNode | DeleteQueryNode, queryId: CompiledQuery['queryId']): CompiledQuery {
  const { joins, where, with: common } = node
  const [target, more] =
    node.kind === 'UpdateQueryNode' ? [node.table!, node.from?.froms] : [node.from.froms[0]!, node.using?.tables]
  const { table, alias } = nameOf(target)
  const lock: SelectQueryNode = {
    kind: 'SelectQueryNode',
    from: FromNode.create([target, ...(more ?? [])]),
    selections: [SelectionNode.create(RawNode.createWithSql(assertUnchanged(table, quoteName(alias))) as never)],
    ...(joins && { joins }),
    ...(where && { where }),
    ...(common && { with: common }),
  }
  const { sql, ...compiled } = compiler.compileQuery(lock as RootOperationNode, queryId)
  const strength = node.kind === 'UpdateQueryNode' ? 'no key update' : 'update'
  return { ...compiled, sql: `${sql} for ${strength} of ${quoteName(alias)}` }
}

/** The table and alias that a statement of `from` writes to. */
function nameOf(target: OperationNode): { readonly table: string; readonly alias: string } {
  const { node, alias } = target as AliasNode
  return {
    table: (node as TableNode).table.identifier.name,
    alias: (alias as IdentifierNode).name,
  }
}
