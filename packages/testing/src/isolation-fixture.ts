import type { Caller, Route } from '@plinth/core'
import { NO_SCOPE } from '@plinth/core/data'
import { EVERYTHING } from '@plinth/core/internal'
import { Digests } from './digests.ts'
import { createFixtureActors, type FixtureActor, type FixtureActors } from './fixture-actors.ts'
import type { Persona } from './logins.ts'
import { routesOf, type WireRequest } from './route-request.ts'
import { organizationColumnOf, type OrganizationColumns, type Rows, seedRows } from './seeding.ts'
import { readTenantTables, type TenantTable } from './tenant-tables.ts'
import type { TestPlatform } from './test-platform.ts'

export interface FixtureOptions {
  readonly rows?: Rows
  /** The column that holds the organization of a row, for tables where it is not `organization_id`. */
  readonly organizationColumns?: OrganizationColumns
  /** Tables that are intentionally not recorded. */
  readonly unrecorded?: readonly string[]
  /** Columns that no answer may contain, in addition to the secret columns of recorded tables: `{ sessions: ['token_hash'] }`. */
  readonly secrets?: Readonly<Record<string, readonly string[]>>
}

/** A platform with one row per actor in every table, and what the checks need to know about them. */
export class Fixture {
  readonly app: TestPlatform
  readonly tables: readonly TenantTable[]
  readonly actors: FixtureActors
  readonly digests: Digests
  readonly unrecorded: readonly string[]
  readonly #organizationColumns: OrganizationColumns
  readonly #ids = new Map<string, string>()

  private constructor(app: TestPlatform, tables: readonly TenantTable[], options: FixtureOptions) {
    this.app = app
    this.tables = tables
    this.actors = createFixtureActors()
    this.unrecorded = options.unrecorded ?? []
    this.#organizationColumns = options.organizationColumns ?? {}
    const { actors } = this
    this.digests = new Digests(app, tables, { actors, organizationColumns: this.#organizationColumns })
  }

  static async create(app: TestPlatform, options: FixtureOptions): Promise<Fixture> {
    const { rows = {}, organizationColumns = {}, secrets = {} } = options
    const tables = (await readTenantTables(app.sql)).map((table) => ({
      ...table,
      secrets: [...table.secrets, ...(secrets[table.name] ?? [])],
    }))
    const fixture = new Fixture(app, tables, options)
    for (const actor of Object.values(fixture.actors) as FixtureActor[]) {
      await seedRows(app.sql, fixture.tables, { actor, rows, organizationColumns })
      for (const { name } of fixture.tables) {
        const id = rows[name]?.(actor)['id']
        if (typeof id === 'string') fixture.#ids.set(`${actor.name} ${name}`, id)
      }
    }
    await fixture.digests.keep()
    const { foreign } = fixture.actors
    await app.sql(
      `insert into plinth.action_log (tenant_id, id, command_id, actor_id, created_at) values ($1, $2, $3, $3, now())`,
      [foreign.tenantId, foreign.idIn('action_log'), foreign.mark],
    )
    await app.sql(`insert into plinth.changes (tenant_id, entry_id, table_name, row_id) values ($1, $2, $3, $2)`, [
      foreign.tenantId,
      foreign.idIn('action_log'),
      foreign.mark,
    ])
    return fixture
  }

  get routes(): readonly Route[] {
    return routesOf(this.app.platform)
  }

  /** The id of an actor's row. */
  idOf(table: Pick<TenantTable, 'name'>, actor: FixtureActor): string {
    return this.#ids.get(`${actor.name} ${table.name}`) ?? actor.idIn(table.name)
  }

  /** Deletes the caller's own rows that reference a row named in the request, for example its children. */
  async deleteReferencing({ path, body = '' }: WireRequest): Promise<void> {
    const { own } = this.actors
    const text = `${path} ${String(body)}`
    const named = this.tables.filter((table) => text.includes(this.idOf(table, own))).map(({ name }) => name)
    const referring = this.tables.filter(
      ({ name, references }) => !named.includes(name) && references.some(({ table }) => named.includes(table)),
    )
    const statements = referring.map(
      (table) => `delete from public."${table.name}" where id::text = '${this.idOf(table, own)}';`,
    )
    if (statements.length === 0) return
    await this.app.sql(`begin; set local session_replication_role = replica; ${statements.join('\n')} commit`)
  }

  organizationColumnOf(table: TenantTable): string | undefined {
    return organizationColumnOf(table, this.#organizationColumns)
  }

  /** Whether the table's rows must be hidden from other organizations of the tenant. */
  isConfined(table: TenantTable): boolean {
    return this.organizationColumnOf(table) !== undefined
  }

  /** Empties all caches of the platform. */
  async forgetCached(): Promise<void> {
    await this.app.platform.actAs(
      { actor: 'platform', reason: 'isolation check', scope: NO_SCOPE },
      async ({ invalidate }) => invalidate(EVERYTHING),
    )
  }

  callerOf(persona: Persona): Caller {
    return this.app.callerOf(persona)
  }
}
