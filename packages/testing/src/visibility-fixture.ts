import type { Context } from '@plinth/core'
import { type RowPolicyCompiler, rowPolicies, type StoredPolicies } from '@plinth/core/acl'
import { findCustomRecords, kindOfEntity, NO_SCOPE, undoTokens } from '@plinth/core/data'
import { entityTables, EVERYTHING } from '@plinth/core/internal'
import { randomBytes } from 'node:crypto'
import type { FixtureActor, FixtureActors } from './fixture-actors.ts'
import type { FixtureOptions } from './isolation-fixture.ts'
import type { Persona } from './logins.ts'
import { type Rows, seedRows } from './seeding.ts'
import { Snapshot } from './snapshots.ts'
import type { Effects, HiddenRows, HiddenState } from './state-comparison.ts'
import { readTenantTables, type TenantTable } from './tenant-tables.ts'
import type { TestPlatform } from './test-platform.ts'
import { tenantA } from './tenants.ts'

/**
 * A tenant with rows that a caller may see, and rows that they may not, in every table whose rows can be restricted and in those
 * that depend on one: of hidden rows, of visible rows that refer to hidden ones, and the other way round.
 */
export class VisibilityFixture implements HiddenRows {
  readonly what = 'row'
  readonly app: TestPlatform
  readonly tables: readonly TenantTable[]
  /** The rows of `sibling` are those that the caller may not see. */
  readonly actors: FixtureActors
  /** Tables by the kinds of resources that the caller's policies are about. */
  readonly kinds: ReadonlyMap<string, TenantTable>
  /** Log entries about hidden rows, and tokens that undo them. */
  readonly entries: { id: string; undoToken: string }[] = []
  /** Rows that could not be planted beside the others, with the reasons. */
  readonly refused: string[] = []
  readonly #ids = new Map<string, string>()
  readonly #planted: readonly TenantTable[]
  readonly #crossed = new Map<string, string>()
  readonly #pointing: (readonly [table: string, id: string])[] = []
  #known: ReadonlySet<string> | undefined
  readonly #states = new Map<HiddenState, Snapshot>()
  #state: HiddenState | undefined
  readonly #rows: Rows
  readonly #organizationColumns: Readonly<Record<string, string>>
  /** Tables of records by those of their lines, which are visible with their record whatever else they refer to. */
  readonly #records: ReadonlyMap<string, string>

  private constructor(app: TestPlatform, { tables, kinds, single, records, options }: Composed) {
    this.app = app
    this.#records = records
    this.tables = tables
    this.kinds = new Map(
      [...kinds].flatMap(([kind, name]) => {
        const table = tables.find((one) => one.name === name)
        return table ? [[kind, table] as const] : []
      }),
    )
    this.#rows = options.rows ?? {}
    this.#organizationColumns = options.organizationColumns ?? {}
    const own = ownerOf('own')
    const names = plantedNames([...kinds.values()], tables, single)
    this.#planted = tables.filter(({ name }) => names.has(name))
    const hidden = ownerOf('sibling')
    this.actors = {
      own,
      // The rows of other tables, such as accounts, are those that the caller sees.
      sibling: { ...hidden, idIn: (name) => (names.has(name) ? hidden : own).idIn(name) },
      foreign: { ...ownerOf('foreign'), tenantId: 'b0000000-0000-4000-8000-000000000000' },
    }
  }

  static async create(app: TestPlatform, options: FixtureOptions): Promise<VisibilityFixture> {
    const tables = await readTenantTables(app.sql)
    const custom = customKindsOf(app, options.rows ?? {})
    const kinds = await withPlatform(app, ({ inject }) => tablesOf(inject(rowPolicies), custom))
    const single = await readSingle(app)
    const commands = app.platform.modules.flatMap((module) => module.commands ?? [])
    const records = await withPlatform(app, ({ inject }) => {
      const entities = inject(entityTables)
      const linked = commands.flatMap(({ entity, lines = [] }) =>
        entity ? lines.map((line) => [entities.tableOf(line.entity), entities.tableOf(entity)] as const) : [],
      )
      return new Map(linked)
    })
    const fixture = new VisibilityFixture(app, { tables, kinds, single, records, options })
    await fixture.#plant()
    return fixture
  }

  /** The id of an actor's row. */
  idOf(table: Pick<TenantTable, 'name'>, actor: FixtureActor): string {
    return this.#ids.get(`${actor.name} ${table.name}`) ?? actor.idIn(table.name)
  }

  /** Whether an id is that of a planted row or entry, and so the same each time. */
  isKnown(id: string): boolean {
    this.#known ??= new Set(
      [
        ...Object.values(this.actors as unknown as Record<string, FixtureActor>).flatMap((actor) => [
          actor.tenantId,
          actor.organizationId,
          ...this.tables.map((table) => this.idOf(table, actor)),
        ]),
        ...this.#crossed.values(),
        ...this.#pointing.map(([, one]) => one),
        ...this.entries.map((entry) => entry.id),
      ].map((one) => one.toLowerCase()),
    )
    return this.#known.has(id.toLowerCase())
  }

  /** Who may see everything but the hidden rows. */
  get caller(): Persona {
    const policies: StoredPolicies = Object.fromEntries(
      [...this.kinds].map(([kind, table]) => {
        const hidden = [this.idOf(table, this.actors.sibling), ...[this.#crossed.get(table.name) ?? []].flat()]
        return [kind, { read: { field: 'id', operator: 'NOT_IN', value: hidden } }]
      }),
    )
    return { features: ['*'], userId: this.idOf({ name: 'users' }, this.actors.own), policies }
  }

  /** Somebody who sees all rows. */
  get owners(): readonly Persona[] {
    return [{ features: ['*'], userId: this.idOf({ name: 'users' }, this.actors.own) }]
  }

  /** Beside which others of the same tables are taken. */
  get snapshot(): Snapshot {
    return this.#states.get('hidden')!
  }

  /** Tables of lines of records. */
  get lineTables(): readonly string[] {
    return [...this.#records.keys()].filter((name) => this.tables.some((table) => table.name === name))
  }

  get mark(): string {
    return this.actors.sibling.mark
  }

  /** Returns to the planted rows, in either state. */
  async restore(state: HiddenState): Promise<void> {
    await this.app.settled()
    await this.#states.get(state)!.restore()
    if (this.#state === state) return
    this.#state = state
    await withPlatform(this.app, ({ invalidate }) => invalidate(EVERYTHING))
  }

  /** Hidden rows that differ from what was planted, after the jobs that a request has queued. */
  async effects(state: HiddenState): Promise<Effects> {
    if (state === 'absent') return { leaks: [] }
    await this.app.platform.runJobs()
    const planted = this.#states.get('hidden')!
    const hidden = [...new Set(this.kinds.values())].map((table) => {
      const ids = [this.idOf(table, this.actors.sibling), ...[this.#crossed.get(table.name) ?? []].flat()]
      const among = `id in (${ids.map((id) => `'${id}'`).join(', ')})`
      return `select '${table.name}' as name from (select * from "${table.name}" where ${among}) now
        full join (select * from ${planted.copyOf(table.name)} where ${among}) planted using (id)
        where to_jsonb(now) is distinct from to_jsonb(planted)`
    })
    const rows = await this.app.sql<{ name: string }>(hidden.join(' union '))
    return { leaks: rows.map(({ name }) => `changes a hidden row of ${name}`) }
  }

  async #plant(): Promise<void> {
    const { sql } = this.app
    const { own, sibling: hidden } = this.actors
    const planted = this.#planted
    await this.#seed(this.tables, own)
    const before = await Snapshot.take(sql, 'plinth_before')
    for (const table of planted) {
      if (this.#isRestricted(table)) await this.#seed([table], hidden)
      else await this.#seedBeside(table, hidden)
    }
    for (const table of planted) {
      const isRestricted = this.#isRestricted(table)
      const parents = table.references
        .map((one) => one.table)
        .filter((name) => name !== table.name && planted.some((one) => one.name === name))
        .filter((name) => name === (this.#records.get(table.name) ?? name))
      if (isRestricted && parents.length > 0) {
        const ofOwn = crossed(hidden, table, () => own)
        if (await this.#seedBeside(table, ofOwn)) this.#crossed.set(table.name, ofOwn.idIn(table.name))
      }
      // What depends on a hidden row is hidden unless it is restricted by itself, and permitted.
      if (isRestricted || parents.length > 1)
        for (const parent of parents) {
          const row = crossed(isRestricted ? own : hidden, table, (name) => (name === parent ? hidden : own))
          if ((await this.#seedBeside(table, row)) && isRestricted)
            this.#pointing.push([table.name, row.idIn(table.name)])
        }
    }
    const logged = await withPlatform(this.app, ({ inject }) => {
      const compiler = inject(rowPolicies)
      return [...this.kinds].map(([kind, table]) => [compiler.recordKindOf(kind), table] as const)
    })
    for (const [kind, table] of logged) await this.#plantEntries(kind, table)
    this.#states.set('hidden', await Snapshot.take(sql, 'plinth_hidden'))
    await before.restore()
    for (const [table, id] of this.#pointing) {
      const columns = this.tables
        .find(({ name }) => name === table)!
        .columns.map(({ name }) => `"${name}"`)
        .join(', ')
      await sql(`begin; set local session_replication_role = replica;
        insert into "${table}" (${columns}) overriding system value select ${columns} from ${this.#states.get('hidden')!.copyOf(table)} where id = '${id}';
        commit`)
    }
    await before.remove()
    this.#states.set('absent', await Snapshot.take(sql, 'plinth_absent', this.#states.get('hidden')))
  }

  #isRestricted(table: TenantTable): boolean {
    return [...this.kinds.values()].includes(table)
  }

  async #seed(tables: readonly TenantTable[], actor: FixtureActor): Promise<void> {
    await seedRows(this.app.sql, tables, { actor, rows: this.#rows, organizationColumns: this.#organizationColumns })
    for (const { name } of tables) {
      const id = this.#rows[name]?.(actor)['id']
      if (typeof id === 'string') this.#ids.set(`${actor.name} ${name}`, id)
    }
  }

  /** Whether a table takes one more row: some have one of each parent. */
  async #seedBeside(table: TenantTable, actor: FixtureActor): Promise<boolean> {
    try {
      await seedRows(this.app.sql, [table], { actor, rows: this.#rows, organizationColumns: this.#organizationColumns })
      return true
    } catch (error) {
      this.refused.push(error instanceof Error ? error.message : String(error))
      return false
    }
  }

  /** Plants entries of the log about the hidden row, about both, and about the hidden row below the visible one. */
  async #plantEntries(kind: string, table: TenantTable): Promise<void> {
    const { own, sibling: hidden } = this.actors
    const command = this.app.platform.modules
      .flatMap(({ commands = [] }) => commands)
      .find(({ resource, undoable }) => resource === kind && undoable !== false)
    const ids = [this.idOf(table, own), this.idOf(table, hidden)]
    const userId = this.idOf({ name: 'users' }, own)
    const tokens = await withPlatform(this.app, ({ inject }) => inject(undoTokens))
    for (const [resource, changed, parent] of [
      [ids[1], [ids[1]], null],
      [ids[0], ids, null],
      [ids[1], [ids[1]], ids[0]],
    ] as const) {
      const id = crypto.randomUUID()
      const undoToken = tokens.tokenOf(id)
      this.entries.push({ id, undoToken })
      await this.app.sql(
        `insert into plinth.action_log (tenant_id, id, organization_id, command_id, actor_id, actor_user_id, resource_kind,
           resource_id, parent_resource_kind, parent_resource_id, undo_token_hash, created_at)
         values ($1, $2, $3, $4, $5::text, $5::uuid, $6, $7, $8, $9, $10, now())`,
        [
          hidden.tenantId,
          id,
          hidden.organizationId,
          command?.id ?? `${kind}.update`,
          userId,
          kind,
          resource,
          parent === null ? null : kind,
          parent,
          tokens.hash(undoToken),
        ],
      )
      await this.app.sql(
        `insert into plinth.changes (tenant_id, entry_id, table_name, row_id, before, after)
         select tenant_id, $1, $2, id, to_jsonb(t), to_jsonb(t) from "${table.name}" t where id = any ($3::uuid[])`,
        [id, table.name, changed],
      )
    }
  }
}

interface Composed {
  readonly tables: readonly TenantTable[]
  /** The names of tables by kind. */
  readonly kinds: ReadonlyMap<string, string>
  readonly single: SingleReferences
  readonly records: ReadonlyMap<string, string>
  readonly options: FixtureOptions
}

function ownerOf(name: FixtureActor['name']): FixtureActor {
  const ids = new Map<string, string>()
  return {
    name,
    tenantId: tenantA.id,
    organizationId: tenantA.organization,
    mark: `canary-${name}-${randomBytes(6).toString('hex')}`,
    idIn(table) {
      let id = ids.get(table)
      if (id === undefined) ids.set(table, (id = crypto.randomUUID()))
      return id
    },
  }
}

/** A row of an actor that refers to rows of others. */
function crossed(actor: FixtureActor, table: TenantTable, of: (table: string) => FixtureActor): FixtureActor {
  const id = crypto.randomUUID()
  const mark = `${actor.mark}-${randomBytes(3).toString('hex')}`
  return { ...actor, mark, idIn: (name) => (name === table.name ? id : of(name).idIn(name)) }
}

/** Columns of which each value occurs once in a tenant: `attachments.object_id`. */
type SingleReferences = ReadonlySet<string>

async function readSingle({ sql }: TestPlatform): Promise<SingleReferences> {
  const found = await sql<{ name: string }>(`
    select c.relname || '.' || a.attname as name from pg_index i join pg_class c on c.oid = i.indrelid
      join pg_attribute a on a.attrelid = c.oid and a.attnum = any (i.indkey)
    where i.indisunique and c.relnamespace = 'public'::regnamespace and a.attname not in ('tenant_id', 'id')
      and (select count(*) from unnest(i.indkey) k join pg_attribute o on o.attrelid = c.oid and o.attnum = k
        where o.attname <> 'tenant_id') = 1`)
  return new Set(found.map(({ name }) => name))
}

/** Tables with rows that can be restricted, those that refer to one of them, and those of which they have a row of their own. */
function plantedNames(
  restricted: readonly string[],
  tables: readonly TenantTable[],
  single: SingleReferences,
): ReadonlySet<string> {
  const names = new Set(restricted)
  for (const { name, references } of tables)
    for (const { table, columns } of references)
      if (names.has(name) && columns.some((column) => single.has(`${name}.${column}`))) names.add(table)
  const grow = () =>
    tables.filter(({ name, references }) => !names.has(name) && references.some(({ table }) => names.has(table)))
  for (let more = grow(); more.length > 0; more = grow()) for (const { name } of more) names.add(name)
  return names
}

const tablesOf = (compiler: RowPolicyCompiler, custom: readonly string[]): ReadonlyMap<string, string> =>
  new Map(
    [...compiler.kinds, ...custom].map((kind) => [
      kind,
      (compiler.entityOf(kind) as { readonly meta: { readonly tableName: string } } | undefined)!.meta.tableName,
    ]),
  )

/** The custom entities of which rows are planted. */
function customKindsOf({ platform }: TestPlatform, rows: Rows): readonly string[] {
  const records = findCustomRecords(platform.modules)
  const { tableName } = (records?.entity as { readonly meta: { readonly tableName: string } } | undefined)?.meta ?? {}
  const entityId = tableName && rows[tableName]?.(ownerOf('own'))['entity_id']
  return records && typeof entityId === 'string' ? [kindOfEntity(records, entityId)] : []
}

/** Does work with the authority of the platform. */
export const withPlatform = <T>({ platform }: TestPlatform, work: (ctx: Context) => T): Promise<T> =>
  platform.actAs({ actor: 'platform', reason: 'visibility check', scope: NO_SCOPE }, async (ctx) => work(ctx))
