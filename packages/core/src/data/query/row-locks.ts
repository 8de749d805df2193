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
import { quoteName } from './quote-name.ts'

/** Sends a statement of a command. */
export type Send = (query: CompiledQuery) => Promise<Answer>

type Answer = QueryResult<Record<string, unknown>>

/** A row was changed after the command read the data on which its write depends. */
export interface ContendedRow {
  readonly table: string
  readonly id: string
}

/**
 * How one attempt of a command reads (docs/concurrency.md). `from.lock` locks rows by the statement that reads them. Data that is
 * read without a lock can be outdated by the time something is written. Therefore, after the first such read, the command must
 * not lock, change or delete a row that somebody else has changed since. If it encounters one, it is retried, and starts by
 * locking that row.
 */
export class CommandReads {
  #hasUnlocked = false
  #writes = 0
  readonly #kinds = new WeakMap<CompiledQuery['queryId'], 'built' | 'lock'>()

  /** Marks statements built by `from`, except inserts, which are sent unchanged. */
  readonly builder = this.#marking((node) => (node.kind === 'InsertQueryNode' ? undefined : 'built'))

  /** Marks statements that do nothing but lock rows. */
  readonly locker = this.#marking(() => 'lock')

  #marking(kindOf: (node: RootOperationNode) => 'built' | 'lock' | undefined): KyselyPlugin {
    return {
      transformQuery: ({ node, queryId }) => {
        const kind = kindOf(node)
        if (kind) this.#kinds.set(queryId, kind)
        return node
      },
      transformResult: async ({ result }) => result,
    }
  }

  /** The number of statements so far that may have changed rows: all but queries of `from`, as a function can be called by any. */
  get writes(): number {
    return this.#writes
  }

  /** A column of a query that locks rows of a table: fails if one has changed since the first unlocked read. */
  checkOf(table: string, alias: string): string {
    return this.#hasUnlocked ? `, ${assertUnchanged(table, quoteName(alias))} as "${CHECK}"` : ''
  }

  /** Sends a statement of the command. */
  send(query: CompiledQuery, send: Send): Promise<Answer> {
    const kind = this.#kinds.get(query.queryId)
    const isQuery = kind === 'lock' || (kind === 'built' && query.query.kind === 'SelectQueryNode')
    if (!isQuery) this.#writes++
    return kind === 'built' ? this.#sendBuilt(query, send) : send(query)
  }

  /** Sends a query without locks. Before the first one, in the same message, records the snapshot. */
  async #readUnlocked(query: CompiledQuery, send: Send): Promise<Answer> {
    if (this.#hasUnlocked) return send(query)
    this.#hasUnlocked = true
    return sendAfter(raw(`select set_config('plinth.since', pg_current_snapshot()::text, true)`), query, send)
  }

  /** An update or deletion that depends on earlier reads, or that itself reads, locks its rows first. */
  async #sendBuilt(query: CompiledQuery, send: Send): Promise<Answer> {
    const { query: node, sql } = query
    if (node.kind === 'SelectQueryNode') return isLocking(node) ? send(query) : this.#readUnlocked(query, send)
    if (node.kind !== 'UpdateQueryNode' && node.kind !== 'DeleteQueryNode') return send(query)
    // Otherwise its sub-selects would use the snapshot from before it waited for its rows.
    const isFollowing = this.#hasUnlocked || /\bselect\b/i.test(sql)
    return isFollowing ? sendAfter(toLock(node, query.queryId), query, send) : send(query)
  }
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

/** The name of the column of a check. */
export const CHECK = 'plinth_unchanged'

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
