import { rowPolicies, type StoredPolicies } from '@plinth/core/acl'
import { undoTokens } from '@plinth/core/data'
import { entityTables, EVERYTHING } from '@plinth/core/internal'
import { randomBytes } from 'node:crypto'
import type { FixtureActor, FixtureActors } from './fixture-actors.ts'
import type { Persona } from './logins.ts'
import { Snapshot } from './snapshots.ts'
import type { Effects, HiddenRows, HiddenState } from './state-comparison.ts'
import type { TenantTable } from './tenant-tables.ts'
import type { TestPlatform } from './test-platform.ts'
import { type VisibilityFixture, withPlatform } from './visibility-fixture.ts'

/**
 * Rows that a caller may see, with fields that they may not: all that contain a planted text. Their texts are others in either state, so
 * that an answer that depends on one differs. The rows of `sibling` are the caller's own, and its mark is that of hidden texts.
 */
export class HiddenFields implements HiddenRows {
  readonly what = 'field'
  readonly app: TestPlatform
  readonly tables: readonly TenantTable[]
  readonly kinds: ReadonlyMap<string, TenantTable>
  readonly actors: FixtureActors
  readonly entries: { id: string; undoToken: string }[] = []
  readonly #rows: VisibilityFixture
  readonly #policies: StoredPolicies
  readonly #shown: ShownColumns
  readonly #states = new Map<HiddenState, Snapshot>()
  #state: HiddenState | undefined

  private constructor(rows: VisibilityFixture, { policies, shown }: Hidden) {
    this.#shown = shown
    this.app = rows.app
    this.tables = rows.tables
    this.kinds = rows.kinds
    this.#rows = rows
    this.#policies = policies
    const { own, foreign } = rows.actors
    this.actors = { own, sibling: { ...own, name: 'sibling', mark: otherMark(own.mark) }, foreign }
  }

  /** Hides fields of the rows that a fixture has planted for its caller. */
  static async create(rows: VisibilityFixture, shownColumns: ShownColumns = {}): Promise<HiddenFields> {
    await rows.restore('absent')
    const fixture = new HiddenFields(rows, await findHidden(rows, shownColumns))
    await fixture.#plant()
    return fixture
  }

  idOf(table: Pick<TenantTable, 'name'>): string {
    return this.#rows.idOf(table, this.actors.own)
  }

  isKnown(id: string): boolean {
    return this.#rows.isKnown(id) || this.entries.some((entry) => entry.id === id.toLowerCase())
  }

  get caller(): Persona {
    return { features: ['*'], userId: this.idOf({ name: 'users' }), policies: this.#policies }
  }

  get owners(): readonly Persona[] {
    return [{ features: ['*'], userId: this.idOf({ name: 'users' }) }]
  }

  get mark(): string {
    return this.actors.sibling.mark
  }

  async restore(state: HiddenState): Promise<void> {
    await this.app.settled()
    await this.#states.get(state)!.restore()
    if (this.#state === state) return
    this.#state = state
    await withPlatform(this.app, ({ invalidate }) => invalidate(EVERYTHING))
  }

  /** What commands compute themselves is not restricted. */
  async effects(): Promise<Effects> {
    return { leaks: [] }
  }

  async #plant(): Promise<void> {
    const { sql } = this.app
    const { own, sibling } = this.actors
    for (const [kind, table] of this.kinds) await this.#plantEntry(kind, table, own)
    this.#states.set('absent', await Snapshot.take(sql, 'plinth_fields_absent', this.#rows.snapshot))
    const copied = [...new Set([...this.kinds.values()].map(({ name }) => name)), ...this.#rows.lineTables]
    const statements = copied.map((name) => {
      const { columns } = this.tables.find((table) => table.name === name)!
      const texts = columns.filter(
        (column) => !column.labels && TEXTS.has(column.type) && !this.#shown[name]?.includes(column.name),
      )
      const sets = texts.map((column) => `"${column.name}" = ${replaced(column, own.mark, sibling.mark)}`)
      return sets.length === 0 ? '' : `update "${name}" set ${sets.join(', ')};`
    })
    const ids = this.entries.map(({ id }) => `'${id}'`).join(', ')
    const kept = Object.values(this.#shown)
      .flat()
      .map((name) => `'${name}'`)
      .join(', ')
    const [before, after] = ['before', 'after'].map(
      (name) =>
        `${name} = ${replaced({ name, type: 'jsonb' }, own.mark, sibling.mark)} || coalesce((
          select jsonb_object_agg(k.key, k.value) from jsonb_each(${name}) k where k.key = any (array[${kept}]::text[])), '{}')`,
    )
    await sql(`begin; set local session_replication_role = replica; ${statements.join('\n')}
      update plinth.changes set ${before}, ${after} where entry_id in (${ids}); commit`)
    this.#states.set('hidden', await Snapshot.take(sql, 'plinth_fields_hidden', this.#rows.snapshot))
  }

  /** An entry of the log that has changed the row, with a token that undoes it. */
  async #plantEntry(kind: string, table: TenantTable, own: FixtureActor): Promise<void> {
    const id = crypto.randomUUID()
    const tokens = await withPlatform(this.app, ({ inject }) => inject(undoTokens))
    const recorded = await withPlatform(this.app, ({ inject }) => inject(rowPolicies).recordKindOf(kind))
    const command = this.app.platform.modules
      .flatMap(({ commands = [] }) => commands)
      .find(({ resource, undoable }) => resource === recorded && undoable !== false)
    const undoToken = tokens.tokenOf(id)
    this.entries.push({ id, undoToken })
    const userId = this.idOf({ name: 'users' })
    const resource = this.idOf(table)
    await this.app.sql(
      `insert into plinth.action_log (tenant_id, id, organization_id, command_id, actor_id, actor_user_id, resource_kind,
         resource_id, undo_token_hash, created_at) values ($1, $2, $3, $4, $5::text, $5::uuid, $6, $7, $8, now())`,
      [
        own.tenantId,
        id,
        own.organizationId,
        command?.id ?? `${recorded}.update`,
        userId,
        recorded,
        resource,
        tokens.hash(undoToken),
      ],
    )
    await this.app.sql(
      `insert into plinth.changes (tenant_id, entry_id, table_name, row_id, before, after)
       select tenant_id, $1, $2, id, replace(to_jsonb(t)::text, $4, $5)::jsonb, to_jsonb(t) from "${table.name}" t where id = $3::uuid`,
      [id, table.name, resource, own.mark, `${own.mark.slice(0, -1)}z`],
    )
  }
}

/** Hexadecimal digits at the end of a mark. */
const MARK = 12

/**
 * A mark as long as another, so that it fits wherever that does, in another place of any order by its first digit, and with hardly
 * a digit below 8, so that comparing and counting tell them apart in every run and not only in some.
 */
function otherMark(mark: string): string {
  const [first = '0'] = mark.slice(-MARK)
  const opposite = (15 - Number.parseInt(first, 16)).toString(16)
  const rest = Array.from(randomBytes(MARK - 1), (byte) => (8 + (byte % 8)).toString(16)).join('')
  return `${mark.slice(0, -MARK)}${opposite}${rest}`
}

const TEXTS: ReadonlySet<string> = new Set(['text', 'character varying', 'character', 'text[]', 'jsonb', 'json'])

const replaced = ({ name, type }: { readonly name: string; readonly type: string }, from: string, to: string) =>
  `replace("${name}"::text, '${from}', '${to}')::${type}`

type ShownColumns = Readonly<Record<string, readonly string[]>>

interface Hidden {
  readonly policies: StoredPolicies
  readonly shown: ShownColumns
}

/** Policies that hide every property of which the planted rows have a marked value, and lines. */
async function findHidden({ app, kinds, actors }: VisibilityFixture, shownColumns: ShownColumns): Promise<Hidden> {
  const { tables, compiler } = await withPlatform(app, ({ inject }) => ({
    tables: inject(entityTables),
    compiler: inject(rowPolicies),
  }))
  const policies: Record<string, StoredPolicies[string]> = {}
  for (const [kind, { name }] of kinds) {
    const entity = compiler.entityOf(kind)!
    const marked = await app.sql<{ key: string }>(
      `select distinct v.key from "${name}" t, jsonb_each_text(to_jsonb(t)) v where v.value like $1`,
      [`%${actors.own.mark}%`],
    )
    const names = new Set(marked.map(({ key }) => key).filter((key) => !shownColumns[name]?.includes(key)))
    const all = compiler.entityIdOf(kind) === undefined ? tables.propertiesOf(entity) : []
    const read = all.filter((property) => {
      const sources = tables.sourcesOf(entity, property) ?? [property]
      return !sources.some((one) => names.has(tables.columnOf(entity, one)))
    })
    policies[kind] = { fields: { read: read.filter((one) => /^[\w.]+$/.test(one)) } }
  }
  return { policies, shown: shownColumns }
}
