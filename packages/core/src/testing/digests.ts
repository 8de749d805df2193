import type { OrganizationColumns } from './seeding.ts'
import { organizationColumnOf } from './seeding.ts'
import type { Parties } from './party.ts'
import type { TenantTable } from './tenant-tables.ts'
import type { AdminSql } from './test-platform.ts'

/** Whose rows a digest covers. */
export type Part = 'foreign' | 'sibling' | 'all'

/** Tells whether rows have changed, and puts the seeded ones back. */
export class Digests {
  readonly #sql: AdminSql
  readonly #tables: readonly TenantTable[]
  readonly #statements: Readonly<Record<Part, string>>
  #kept: ReadonlyMap<string, string> = new Map()

  constructor(
    sql: AdminSql,
    tables: readonly TenantTable[],
    { parties, organizationColumns }: { parties: Parties; organizationColumns: OrganizationColumns },
  ) {
    this.#sql = sql
    this.#tables = tables
    const { foreign, sibling } = parties
    const ofSibling = (table: TenantTable) => {
      const column = organizationColumnOf(table, organizationColumns)
      return column === undefined ? 'false' : `"${column}" = '${sibling.organizationId}'`
    }
    const log = ['plinth.action_log', 'plinth.changes']
    const tenant = `tenant_id = '${foreign.tenantId}'`
    const names = tables.map(({ name }) => `"${name}"`)
    this.#statements = {
      foreign: union([...names, ...log].map((name) => [name, tenant])),
      sibling: union(tables.map((table) => [`"${table.name}"`, ofSibling(table)])),
      all: union(names.map((name) => [name, 'true'])),
    }
  }

  /** One hash per table. */
  async take(part: Part): Promise<Map<string, string>> {
    const found = await this.#sql<{ name: string; hash: string }>(`select * from plinth_canary.take_${part}()`)
    return new Map(found.map(({ name, hash }) => [name, hash]))
  }

  /** Remembers the rows of all tables. */
  async keep(): Promise<void> {
    const copies = this.#tables.map(({ name }) => `create table plinth_canary."${name}" as table public."${name}";`)
    // Planning so many tables takes longer than reading them, and the plans of a function are kept.
    const functions = Object.entries(this.#statements).map(
      ([part, statement]) => `create function plinth_canary.take_${part}() returns table (name text, hash text)
        language plpgsql as $take$ #variable_conflict use_column
        begin return query ${statement}; end $take$;`,
    )
    await this.#sql(`drop schema if exists plinth_canary cascade; create schema plinth_canary;
      ${copies.join('\n')} ${functions.join('\n')}`)
    this.#kept = await this.take('all')
  }

  /** Puts back what `keep` remembered. */
  async restore(): Promise<void> {
    const changed = changedTables(this.#kept, await this.take('all'))
    if (changed.length === 0) return
    const statements = this.#tables
      .filter(({ name }) => changed.includes(name))
      .map(({ name, columns }) => {
        const list = columns.map((column) => `"${column.name}"`).join(', ')
        return `delete from public."${name}"; insert into public."${name}" (${list}) overriding system value
        select ${list} from plinth_canary."${name}";`
      })
    await this.#sql(`begin; set local session_replication_role = replica; ${statements.join('\n')} commit`)
  }
}

/** The tables whose hashes differ. */
export function changedTables(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] {
  return [...after].filter(([name, hash]) => before.get(name) !== hash).map(([name]) => name)
}

function union(parts: readonly (readonly [table: string, condition: string])[]): string {
  return parts
    .map(
      ([table, condition]) => `select '${table.replaceAll('"', '')}' as name,
        md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as hash from ${table} t where ${condition}`,
    )
    .join(' union all ')
}
