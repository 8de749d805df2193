import type { Route } from '@plinth/core'
import { ownersOf } from './attackers.ts'
import type { FixtureActor } from './fixture-actors.ts'
import type { Fixture, FixtureOptions } from './isolation-fixture.ts'
import type { Persona } from './logins.ts'
import { valuesIn } from './same-answers.ts'
import { seedRows } from './seeding.ts'
import { type ChangedRow, Snapshot } from './snapshots.ts'
import { type Asked, beyond, type Effects, type HiddenRows, type HiddenState } from './state-comparison.ts'
import type { TenantTable } from './tenant-tables.ts'
import type { TestPlatform } from './test-platform.ts'

/**
 * The rows of another tenant, which can be removed and put back: those with marks of their own, twins of the caller's rows with the
 * same texts and other numbers, and rows of the caller that refer to them where no foreign key prevents it.
 */
export class ForeignRows implements HiddenRows {
  readonly what = 'row'
  readonly app: TestPlatform
  readonly #fixture: Fixture
  readonly #planted: Planted
  readonly #snapshots: Readonly<Record<HiddenState | 'seeded', Snapshot>>
  #state: HiddenState | undefined
  #mails = 0

  private constructor(
    fixture: Fixture,
    planted: Planted,
    snapshots: Readonly<Record<HiddenState | 'seeded', Snapshot>>,
  ) {
    this.app = fixture.app
    this.#fixture = fixture
    this.#planted = planted
    this.#snapshots = snapshots
  }

  /** `seeded` are the rows of the fixture, to which it returns first. */
  static async create(fixture: Fixture, options: FixtureOptions, seeded: Snapshot): Promise<ForeignRows> {
    const { app, actors } = fixture
    await fixture.digests.close()
    await seeded.restore()
    const planted = await plant(fixture, options)
    const hidden = await Snapshot.take(app.sql, 'plinth_hidden', seeded)
    await hidden.removeTenant(actors.foreign.tenantId)
    const absent = await Snapshot.take(app.sql, 'plinth_absent', seeded)
    return new ForeignRows(fixture, planted, { seeded, hidden, absent })
  }

  /** Whoever sees all rows of their own tenant. */
  get caller(): Persona {
    return { features: ['*'], userId: this.#fixture.idOf({ name: 'users' }, this.#fixture.actors.own) }
  }

  get owners(): readonly Persona[] {
    return ownersOf(this.#fixture)
      .filter(({ owner }) => owner.name === 'foreign')
      .map(({ persona }) => persona)
  }

  get mark(): string {
    return this.#fixture.actors.foreign.mark
  }

  isKnown(id: string): boolean {
    return this.#planted.ids.has(id.toLowerCase())
  }

  async restore(state: HiddenState): Promise<void> {
    await this.app.settled()
    await this.#snapshots[state].restore()
    this.#mails = this.app.mails.length
    if (this.#state === state) return
    this.#state = state
    if (state === 'hidden') await this.#snapshots[state].moveBehind(this.#fixture.actors.own.tenantId)
    await this.#fixture.forgetCached()
  }

  /** The rows that were written and the mails that were sent, which must neither be another tenant's nor contain its values. */
  async effects(state: HiddenState, asked: Asked): Promise<Effects> {
    await this.app.platform.runJobs()
    await this.app.settled()
    const { foreign } = this.#fixture.actors
    const changed = await this.#snapshots[state].changed()
    const leaks: string[] = []
    const own: ChangedRow[] = []
    for (const one of changed) {
      const text = JSON.stringify(one.row)
      if (one.row['tenant_id'] === foreign.tenantId) {
        if (!asked.isForEverybody) leaks.push(`changes foreign rows of ${one.table}`)
      } else {
        if (beyond(text, asked.text, this.mark).includes(this.mark))
          leaks.push(`stores a foreign value in ${one.table}`)
        if (one.isOfModule) own.push(one)
      }
    }
    const mails = this.app.mails.slice(this.#mails).map((mail) => JSON.stringify(mail))
    if (mails.some((mail) => beyond(mail, asked.text, this.mark).includes(this.mark)))
      leaks.push('mails a foreign value')
    return { leaks: state === 'hidden' ? [...new Set(leaks)] : [], written: this.#comparable(own) }
  }

  /** What rows contain, by table and place, without ids and times. */
  #comparable(rows: readonly ChangedRow[]): ReadonlyMap<string, string> {
    const byTable = Map.groupBy(rows, ({ table }) => table)
    return new Map(
      [...byTable].flatMap(([table, some]) =>
        some
          .map(({ row, isGone }) => valuesIn(isGone ? 'deleted' : row, (id) => this.isKnown(id)))
          .map((values) => ({ values, text: JSON.stringify([...values]) }))
          .toSorted((one, other) => (one.text < other.text ? -1 : 1))
          .flatMap(({ values }, place) =>
            [...values].map(([path, value]) => [`${table}[${place}]${path}`, value] as const),
          ),
      ),
    )
  }

  /** Returns to the rows of the fixture. */
  async remove(): Promise<void> {
    await this.app.settled()
    const { seeded, hidden, absent } = this.#snapshots
    await seeded.restore()
    for (const one of [hidden, absent, seeded]) await one.remove()
  }

  /**
   * Texts of foreign rows in columns of that name: of the table of the route's entity; of all tables of its module if it has none, since
   * it may look in any of them; else of whichever table has such a column.
   */
  valuesOf(name: string, { command, lists, path }: Route): readonly string[] {
    const column = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    const entity = (command?.entity ?? lists?.entity) as { readonly meta: { readonly tableName: string } } | undefined
    const known = this.#planted.values.get(column) ?? []
    const prefix = `${path.split('/')[1]?.replaceAll('-', '_')}_`
    const own = known.filter(({ table }) => table === entity?.meta.tableName)
    const near = known.filter(({ table }) => table.startsWith(prefix))
    const [found = []] = [own, near, known.slice(0, 1)].filter((some) => some.length > 0)
    return [...new Set(found.map(({ value }) => value))]
  }
}

interface Planted {
  readonly ids: ReadonlySet<string>
  /** Texts of foreign rows, by column. */
  readonly values: ReadonlyMap<string, readonly { readonly table: string; readonly value: string }[]>
}

async function plant(fixture: Fixture, options: FixtureOptions): Promise<Planted> {
  const { app, actors, tables } = fixture
  const { own, foreign } = actors
  const { rows = {}, organizationColumns = {} } = options
  const made: FixtureActor[] = []
  const seed = async (table: TenantTable, actor: FixtureActor) => {
    made.push(actor)
    return seedRows(app.sql, [table], { actor, rows, organizationColumns }).then(
      () => true,
      () => false,
    )
  }
  const twinned = new Map<string, string>()
  const twin: FixtureActor = {
    ...foreign,
    mark: own.mark,
    idIn: (name) => twinned.get(name) ?? fixture.idOf({ name }, foreign),
  }
  for (const table of tables) {
    twinned.set(table.name, crypto.randomUUID())
    // What must be unique in all tenants, such as addresses for sign-in, has no twin.
    if (await seed(table, twin)) await app.sql(differing(table, twin.idIn(table.name))).catch(() => [])
    else twinned.delete(table.name)
  }
  for (const table of tables) {
    const open = table.references.filter((one) => one.table !== table.name && !one.columns.includes('tenant_id'))
    if (open.length === 0) continue
    const id = crypto.randomUUID()
    await seed(table, {
      ...own,
      mark: `${own.mark}-pointing`,
      idIn: (name) =>
        name === table.name ? id : fixture.idOf({ name }, open.some((one) => one.table === name) ? foreign : own),
    })
  }
  const values = new Map<string, { table: string; value: string }[]>()
  for (const table of tables) {
    const [found] = await app.sql<{ row: object }>(
      `select to_jsonb(t) as row from "${table.name}" t where id::text = $1`,
      [fixture.idOf(table, foreign)],
    )
    for (const [column, value] of Object.entries(found?.row ?? {}))
      if (typeof value === 'string' && value.includes(foreign.mark))
        values.set(column, [...(values.get(column) ?? []), { table: table.name, value }])
  }
  const everybody = [...Object.values(actors as unknown as Record<string, FixtureActor>), ...made]
  const ids = everybody.flatMap((actor) => [
    actor.tenantId,
    actor.organizationId,
    ...tables.map((table) => (made.includes(actor) ? actor.idIn(table.name) : fixture.idOf(table, actor))),
  ])
  return { ids: new Set(ids.map((id) => id.toLowerCase())), values }
}

/** Makes the numbers of a row differ from those of others, so that a sum tells whether it is in it. */
function differing({ name, columns }: TenantTable, id: string): string {
  const numbers = columns.filter(
    ({ type, labels }) => labels === null && /^(integer|bigint|numeric|double precision|real)$/.test(type),
  )
  const set = numbers.map((column) => `"${column.name}" = "${column.name}" + 7`).join(', ')
  return set === '' ? 'select' : `update "${name}" set ${set} where id::text = '${id}'`
}
