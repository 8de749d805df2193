import { readDistribution } from './find-undistributable.ts'
import type { OrganizationColumns } from './seeding.ts'
import { organizationColumnOf } from './seeding.ts'
import type { FixtureActors } from './fixture-actors.ts'
import type { TenantTable } from './tenant-tables.ts'
import type { TestPlatform } from './test-platform.ts'

/** Whose rows a digest covers. */
export type DigestPart = 'foreign' | 'sibling' | 'all'

/** Of each table: a hash of each part's rows. */
export type Digest = ReadonlyMap<string, Readonly<Record<DigestPart, string | null>>>

/** Tells whether rows have changed, and puts the seeded ones back. */
export class Digests {
  readonly #app: Pick<TestPlatform, 'sql' | 'queries' | 'settled'>
  readonly #tables: readonly TenantTable[]
  readonly #statement: string
  #kept: Digest = new Map()
  #lookUps: readonly string[] = []
  #last: { readonly digest: Digest; readonly queries: number } | undefined

  constructor(
    app: Pick<TestPlatform, 'sql' | 'queries' | 'settled'>,
    tables: readonly TenantTable[],
    { actors, organizationColumns }: { actors: FixtureActors; organizationColumns: OrganizationColumns },
  ) {
    this.#app = app
    this.#tables = tables
    const { foreign, sibling } = actors
    const isForeign = `tenant_id = '${foreign.tenantId}'`
    const ofTables = tables.map((table) => {
      const column = organizationColumnOf(table, organizationColumns)
      const isSibling = column === undefined ? 'false' : `"${column}" = '${sibling.organizationId}'`
      return hashOf(`public."${table.name}"`, { name: table.name, isForeign, isSibling, isAny: 'true' })
    })
    const ofLogs = ['action_log', 'changes'].map((name) =>
      hashOf(`plinth.${name}`, { name: `plinth.${name}`, isForeign, isSibling: 'false', isAny: 'false' }),
    )
    this.#statement = [...ofTables, ...ofLogs].join(' union all ')
  }

  /** Hashes of all rows, once what requests left running, as batched logs, has written its own. */
  async take(): Promise<Digest> {
    await this.#app.settled()
    const queries = this.#app.queries()
    const found = await this.#app.sql<{ name: string } & Record<DigestPart, string | null>>(
      'select * from plinth_canary.take()',
    )
    const digest = new Map(found.map(({ name, ...parts }) => [name, parts]))
    this.#last = { digest, queries }
    return digest
  }

  /** The last hashes, as long as neither the platform has sent a statement since, nor `restore` put rows back. */
  async takeIfAsked(): Promise<Digest> {
    await this.#app.settled()
    return this.#last?.queries === this.#app.queries() ? this.#last.digest : this.take()
  }

  /** Remembers the rows of all tables. */
  async keep(): Promise<void> {
    const tables = await readDistribution(this.#app.sql)
    this.#lookUps = tables.filter(({ distribution }) => distribution === 'everywhere').map(({ name }) => name)
    const copies = [
      ...this.#tables.map(({ name }) => `create table plinth_canary."${name}" as table public."${name}";`),
      ...this.#lookUps.map((name) => `create table plinth_canary."${name}" as table ${name};`),
    ]
    // Planning so many tables takes longer than reading them, and the plans of a function are kept.
    await this.#app.sql(`drop schema if exists plinth_canary cascade; create schema plinth_canary;
      ${copies.join('\n')}
      create function plinth_canary.take() returns table (name text, "foreign" text, sibling text, "all" text)
        language plpgsql as $take$ begin return query ${this.#statement}; end $take$;`)
    this.#kept = await this.take()
  }

  /** Puts back what `keep` remembered, where `found` differs. */
  async restore(found: Digest): Promise<void> {
    const changed = changedTables(this.#kept, found, 'all')
    if (changed.length === 0) return
    const statements = this.#tables
      .filter(({ name }) => changed.includes(name))
      .map(({ name, columns }) => {
        const list = columns.map((column) => `"${column.name}"`).join(', ')
        return `delete from public."${name}"; insert into public."${name}" (${list}) overriding system value
        select ${list} from plinth_canary."${name}";`
      })
    // No trigger keeps them meanwhile.
    const lookUps = this.#lookUps
      .filter((name) => changed.some((table) => name.startsWith(`plinth.${table}_by_`)))
      .map((name) => `delete from ${name}; insert into ${name} table plinth_canary."${name}";`)
    await this.#app.sql(
      `begin; set local session_replication_role = replica; ${[...statements, ...lookUps].join('\n')} commit`,
    )
    this.#last = undefined
  }
}

/** The tables whose hashes differ. */
export function changedTables(before: Digest, after: Digest, part: DigestPart): string[] {
  return [...after].filter(([name, parts]) => before.get(name)?.[part] !== parts[part]).map(([name]) => name)
}

interface Conditions {
  readonly name: string
  readonly isForeign: string
  readonly isSibling: string
  readonly isAny: string
}

/** A sum does not depend on the order of rows. */
function hashOf(table: string, { name, isForeign, isSibling, isAny }: Conditions): string {
  return `select '${name}', sum(hash) filter (where ${isForeign})::text, sum(hash) filter (where ${isSibling})::text,
    sum(hash) filter (where ${isAny})::text
    from (select t.*, hashtextextended(t::text, 0) as hash from ${table} t) rows`
}
