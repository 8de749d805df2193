import { readDistribution } from './find-undistributable.ts'
import type { OrganizationColumns } from './seeding.ts'
import { organizationColumnOf } from './seeding.ts'
import type { FixtureActors } from './fixture-actors.ts'
import type { TenantTable } from './tenant-tables.ts'
import type { TestPlatform } from './test-platform.ts'
import { isWriting } from './statements.ts'
import { WrittenTables } from './written-tables.ts'

/** Whose rows a digest covers. */
export type DigestPart = 'foreign' | 'sibling' | 'all'

/** For each table, a hash of the rows of each part. */
export type Digest = ReadonlyMap<string, Readonly<Record<DigestPart, string | null>>>

/** Detects whether rows have changed, and restores the seeded rows. */
export class Digests {
  readonly #app: Pick<TestPlatform, 'sql' | 'statements' | 'settled'>
  readonly #tables: readonly TenantTable[]
  readonly #hashed: readonly HashedTable[]
  #kept: Digest = new Map()
  #lookUps: readonly string[] = []
  #written: WrittenTables | undefined
  #last: Digest = new Map()
  /** The number of statements of the platform that are known to have left the rows as they were last hashed. */
  #heard = 0

  constructor(
    app: Pick<TestPlatform, 'sql' | 'statements' | 'settled'>,
    tables: readonly TenantTable[],
    { actors, organizationColumns }: { actors: FixtureActors; organizationColumns: OrganizationColumns },
  ) {
    this.#app = app
    this.#tables = tables
    const { foreign, sibling } = actors
    const isForeign = `tenant_id = '${foreign.tenantId}'`
    const ofTables = tables.map((described) => {
      const { name } = described
      const column = organizationColumnOf(described, organizationColumns)
      const isSibling = column === undefined ? 'false' : `"${column}" = '${sibling.organizationId}'`
      const table = `public."${name}"`
      return { name, table, rows: table, isForeign, isSibling, isAny: 'true' }
    })
    // The logs grow with every attack; only those of a foreign tenant must not.
    const ofLogs = ['plinth.action_log', 'plinth.changes'].map((name) => {
      const rows = `(select t.*, ctid, xmin from ${name} t where ${isForeign})`
      return { name, table: name, rows, isForeign, isSibling: 'false', isAny: 'false' }
    })
    this.#hashed = [...ofTables, ...ofLogs]
  }

  /**
   * Hashes the tables that have been written to since the last call, after work that requests left running, such as batched logs,
   * has finished writing.
   */
  async take(): Promise<Digest> {
    await this.#app.settled()
    const heard = this.#app.statements.length
    const written = (await this.#written?.take()) ?? []
    if (written.length > 0) await this.#hash(written)
    this.#heard = heard
    return this.#last
  }

  /** Returns the last hashes if the platform has sent no statement since that writes. */
  async takeIfWritten(): Promise<Digest> {
    await this.#app.settled()
    const { statements } = this.#app
    if (statements.slice(this.#heard).some(isWriting)) return this.take()
    this.#heard = statements.length
    return this.#last
  }

  async #hash(names: readonly string[]): Promise<void> {
    const hashes = await this.#app.sql<{ name: string } & Record<DigestPart, string | null>>(
      'select * from plinth_canary.take($1)',
      [names],
    )
    this.#last = new Map([...this.#last, ...hashes.map(({ name, ...parts }) => [name, parts] as const)])
  }

  /** Stores the rows of all tables. */
  async keep(): Promise<void> {
    const tables = await readDistribution(this.#app.sql)
    this.#lookUps = tables.filter(({ distribution }) => distribution === 'everywhere').map(({ name }) => name)
    const copies = [
      ...this.#tables.map(({ name }) => `create table plinth_canary."${name}" as table public."${name}";`),
      ...this.#lookUps.map((name) => `create table plinth_canary."${name}" as table ${name};`),
    ]
    // Planning a query over so many tables takes longer than running it, and plans of functions are cached.
    await this.#app.sql(`drop schema if exists plinth_canary cascade; create schema plinth_canary;
      ${copies.join('\n')}
      create function plinth_canary.take(names text[]) returns table (name text, "foreign" text, sibling text, "all" text)
        language plpgsql as $take$ begin ${this.#hashed.map(takeOf).join('\n')} end $take$;`)
    this.#written = await WrittenTables.note(this.#app.sql, 'plinth_canary', this.#hashed)
    await this.#hash(this.#hashed.map(({ name }) => name))
    this.#kept = this.#last
  }

  /** Sets a column of all seeded rows of a table, or with null sets it to what it was. No trigger sees it. */
  async set({ table, column }: SeededColumn, value: string | null): Promise<void> {
    const former = `plinth_canary."former ${table}"`
    const update = (rows: string) =>
      value === null
        ? `update ${rows} now set "${column}" = f."${column}" from ${former} f where f.tenant_id = now.tenant_id and f.id = now.id;`
        : `update ${rows} set "${column}" = '${value}';`
    const kept = `plinth_canary."${table}"`
    await this.#app.sql(`begin; set local session_replication_role = replica;
      create table if not exists ${former} as table ${kept}; ${update(`public."${table}"`)} ${update(kept)} commit`)
    await this.#hash([table])
    this.#kept = new Map([...this.#kept, [table, this.#last.get(table)!]])
  }

  /** Ends the noting of writes, and forgets the rows stored by `keep`. */
  async close(): Promise<void> {
    await this.#written?.remove()
  }

  /** The columns of rows, other than those of other tenants and of the sibling, that have come to hold one of these ids since `keep`. */
  async holding(ids: readonly string[], found: Digest): Promise<string[]> {
    const changed = changedTables(this.#kept, found, 'all')
    const questions = this.#hashed
      .filter(({ name }) => changed.includes(name))
      .map(
        ({ name, rows, isForeign, isSibling }) =>
          `select '${name}.' || key as column from (select to_jsonb(t) as row from ${rows} t where not (${isForeign})
            and ${isSibling} is not true and not exists (select from plinth_canary."${name}" k where k::text = t::text)) t,
            jsonb_each(row) where jsonb_path_exists(value, '$[*] ? (@ == $ids[*])', jsonb_build_object('ids', $1::jsonb))`,
      )
    if (questions.length === 0) return []
    const held = await this.#app.sql<{ column: string }>(`${questions.join(' union ')} order by 1`, [
      JSON.stringify(ids),
    ])
    return held.map(({ column }) => column)
  }

  /** Restores the rows stored by `keep` where `found` differs. */
  async restore(found: Digest): Promise<void> {
    const written = this.#written
    const changed = changedTables(this.#kept, found, 'all')
    if (!written || changed.length === 0) return
    const statements = this.#tables
      .filter(({ name }) => changed.includes(name))
      .map(({ name, columns }) => {
        const list = columns.map((column) => `"${column.name}"`).join(', ')
        return `delete from public."${name}"; insert into public."${name}" (${list}) overriding system value
        select ${list} from plinth_canary."${name}";`
      })
    // Triggers are disabled meanwhile, so look-up tables have to be restored explicitly.
    const lookUps = this.#lookUps
      .filter((name) => changed.some((table) => name.startsWith(`plinth.${table}_by_`)))
      .map((name) => `delete from ${name}; insert into ${name} table plinth_canary."${name}";`)
    await this.#app.sql(
      `begin; set local session_replication_role = replica; ${[...statements, ...lookUps].join('\n')}
        ${written.forgetting(changed)}; commit`,
    )
    this.#last = new Map([...this.#last, ...changed.map((name) => [name, this.#kept.get(name)!] as const)])
  }
}

/** The tables whose hashes differ. */
export function changedTables(before: Digest, after: Digest, part: DigestPart): string[] {
  return [...after].filter(([name, parts]) => before.get(name)?.[part] !== parts[part]).map(([name]) => name)
}

export interface SeededColumn {
  readonly table: string
  readonly column: string
}

interface HashedTable {
  readonly name: string
  /** Its quoted name. */
  readonly table: string
  /** The source of the rows in SQL. */
  readonly rows: string
  readonly isForeign: string
  readonly isSibling: string
  readonly isAny: string
}

/** A sum does not depend on the order of rows. */
const takeOf = ({ name, rows, isForeign, isSibling, isAny }: HashedTable): string =>
  `if '${name}' = any (names) then return query
    select '${name}', sum(hash) filter (where ${isForeign})::text, sum(hash) filter (where ${isSibling})::text,
      sum(hash) filter (where ${isAny})::text
      from (select t.*, hashtextextended(t::text, 0) as hash from ${rows} t) rows; end if;`
