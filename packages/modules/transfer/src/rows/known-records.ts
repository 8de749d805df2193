import { type CommandContext, sql } from '@plinth/core'
import { anyOf, CUSTOM_PREFIX, hasProperty } from '@plinth/core/data'
import { ExternalId } from '../entities.ts'
import type { RowProblem } from '../settings.ts'
import { toExcerpt } from '../sources/storable.ts'
import type { Field } from '../targets/fields.ts'
import type { Choices } from './choices.ts'
import { allLookUps, type Draft, storedForm, type WantedRecord } from './draft.ts'
import {
  findHidden,
  type Finder,
  findRecords,
  type FoundRecord,
  type FoundRecords,
  readValues,
} from './find-records.ts'
import type { Plan } from './plan.ts'

/** Rows of a file, and what was chosen for them. */
interface NamingRows {
  readonly drafts: readonly Draft[]
  readonly choices: Choices
}

/** What a row has become, by the key that it has in the file. */
interface KeyedRecord {
  readonly key: string | null
  readonly id: string
}

/** The records that the rows of a chunk name: those that they update, and those that they refer to. */
export class KnownRecords {
  readonly #plan: Plan
  readonly #found: Map<string, readonly FoundRecord[]>
  readonly #hidden: ReadonlySet<string>
  readonly #outdated: ReadonlyMap<string, string>
  readonly #related: Map<WantedRecord['planned'], Map<string, readonly FoundRecord[]>>
  readonly #stored: ReadRecords['stored']
  readonly #choices: Choices
  readonly #chosen: FoundRecords
  readonly #became = new Map<number, string>()

  private constructor(plan: Plan, read: ReadRecords) {
    this.#plan = plan
    this.#found = new Map(read.found)
    this.#hidden = read.hidden
    this.#outdated = read.outdated
    this.#related = read.related
    this.#stored = read.stored
    this.#choices = read.choices
    this.#chosen = read.chosen
  }

  static async read(ctx: CommandContext, plan: Plan, { drafts, choices }: NamingRows): Promise<KnownRecords> {
    const { target, key } = plan
    const names = drafts.flatMap((draft) => draft.key ?? [])
    const found: FoundRecords = key ? await findRecords(ctx, target, { names, finder: finderOf(key) }) : new Map()
    const missing = names.filter((name) => !found.has(name))
    const { hidden, outdated } = await findUnseen(ctx, plan, missing)
    const related = new Map<WantedRecord['planned'], Map<string, readonly FoundRecord[]>>()
    for (const planned of plan.columns) {
      const { lookUp } = planned
      if (!lookUp) continue
      const wanted = drafts.flatMap((draft) => allLookUps(draft).filter((one) => one.planned === planned))
      const all = wanted.flatMap((one) => one.names)
      related.set(planned, new Map(await findRecords(ctx, lookUp.target, { names: all, finder: finderOf(lookUp) })))
    }
    const wanted = [...choices.values()].flatMap(({ recordId }) => recordId ?? [])
    const chosen = await findRecords(ctx, target, { names: wanted, finder: { by: 'id' } })
    const ids = [...found.values(), ...chosen.values()].flat().map(({ id }) => id)
    const stored = await readValues(ctx, target, { ids, names: fixedColumns(plan).map(({ field }) => field.name) })
    return new KnownRecords(plan, { found, hidden, outdated, related, stored, choices, chosen })
  }

  of(key: string): readonly FoundRecord[] {
    return this.#found.get(key) ?? []
  }

  /** The record that a row updates, since somebody has chosen so; undefined if nobody has. */
  chosen(row: number): FoundRecord | 'gone' | undefined {
    const chosen = this.#choices.get(row)
    if (chosen?.choice !== 'update') return undefined
    const ofRow = chosen.otherRow === null ? undefined : this.#became.get(chosen.otherRow)
    if (ofRow !== undefined) return { id: ofRow, updatedAt: '' }
    return (chosen.recordId !== null && this.#chosen.get(chosen.recordId)?.[0]) || 'gone'
  }

  /** Remembers what a row has become. */
  became(row: number, id: string): void {
    this.#became.set(row, id)
  }

  /** What a row would change, but an update cannot. */
  fixedProblems(id: string, values: ReadonlyMap<Field, unknown>): readonly RowProblem[] {
    const stored = this.#stored.get(id)
    if (!stored) return []
    return fixedColumns(this.#plan)
      .filter(({ field }) => values.has(field) && !this.#isStored(field, values.get(field), stored[field.name]))
      .map(({ column }) => ({ column, message: 'This cannot be changed any more' }))
  }

  #isStored({ name, kind }: Field, value: unknown, stored: unknown): boolean {
    const written = String(storedForm(this.#plan.target, name, value))
    return kind === 'decimal' ? toPlain(written) === toPlain(String(stored)) : written === String(stored)
  }

  isHidden(key: string): boolean {
    return this.#hidden.has(key)
  }

  /** Whether a row may refer to a record of an earlier row. */
  mayName(draft: Draft): boolean {
    return allLookUps(draft).some(({ planned, names }) => {
      if (planned.lookUp!.target !== this.#plan.target) return false
      const found = this.#related.get(planned)!
      return names.some((name) => !found.has(name))
    })
  }

  /**
   * Remembers records, and their ids in the other system. Returns the rows with these ids, by record.
   */
  async add(ctx: CommandContext, records: readonly KeyedRecord[]): Promise<ReadonlyMap<string, string>> {
    const keyed = records.flatMap(({ key, id }) => (key === null ? [] : [{ key, id }]))
    for (const { key, id } of keyed) this.#found.set(key, [{ id, updatedAt: '' }])
    const { key: planned, target } = this.#plan
    if (planned?.by !== 'externalId' || keyed.length === 0) return new Map()
    const rows = keyed.map(({ key, id }) => ({ key, record: id, known: this.#outdated.get(key) }))
    const added = rows
      .filter(({ known }) => known === undefined)
      .map((row) => ({ ...row, known: crypto.randomUUID() as string }))
    const moved = rows.flatMap(({ known, ...row }) => (known === undefined ? [] : [{ ...row, known }]))
    const at = ctx.now().toISOString()
    const all = (some: typeof added) =>
      sql`jsonb_to_recordset(${JSON.stringify(some)}::jsonb) r (key text, record uuid, known uuid)`
    if (added.length > 0)
      await sql`insert into transfer_external_ids
          (id, tenant_id, source, kind, external_id, record_id, created_at, updated_at)
        select r.known, ${ctx.scope.tenantId}, ${planned.source!}, ${target.id}, r.key, r.record, ${at}, ${at}
        from ${all(added)}`.execute(ctx.db)
    if (moved.length > 0)
      await sql`update transfer_external_ids x set record_id = r.record, updated_at = ${at}
        from ${all(moved)} where x.tenant_id = ${ctx.scope.tenantId} and x.id = r.known`.execute(ctx.db)
    return new Map([...added, ...moved].map(({ record, known }) => [record, known]))
  }

  /** The ids of the records that a cell names. One that an earlier row has created is looked for again. */
  async related(
    ctx: CommandContext,
    { planned, names }: WantedRecord,
  ): Promise<{ readonly ids: readonly string[] } | { readonly problem: string }> {
    const lookUp = planned.lookUp!
    const known = this.#related.get(planned)!
    const missing = names.filter((name) => !known.has(name))
    if (missing.length > 0 && lookUp.target === this.#plan.target)
      for (const [name, records] of await findRecords(ctx, lookUp.target, { names: missing, finder: finderOf(lookUp) }))
        known.set(name, records)
    const ids: string[] = []
    for (const name of names) {
      const [first, ...others] = known.get(name) ?? []
      if (!first) return { problem: `There is no record '${toExcerpt(name, 100)}'` }
      if (others.length > 0) return { problem: `Several records are called '${toExcerpt(name, 100)}'` }
      ids.push(first.id)
    }
    return ids.length > 0 ? { ids } : { problem: 'Nothing is named' }
  }
}

/** A decimal number without zeros that mean nothing: the database adds some, and spreadsheets take them away. */
const toPlain = (amount: string): string =>
  amount
    .replace(/^(-?)0+(?=\d)/, '$1')
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '')

/** Columns of fields that only new records take. */
const fixedColumns = ({ columns, target: { shapes, entity } }: Plan) =>
  columns.filter(
    ({ field: { name } }) =>
      !name.startsWith(CUSTOM_PREFIX) && !Object.hasOwn(shapes.update, name) && hasProperty(entity, name),
  )

interface ReadRecords {
  readonly found: FoundRecords
  /** External ids of records that the caller cannot see. */
  readonly hidden: ReadonlySet<string>
  /** The rows of external ids whose records are gone, by key. */
  readonly outdated: ReadonlyMap<string, string>
  readonly related: Map<WantedRecord['planned'], Map<string, readonly FoundRecord[]>>
  readonly choices: Choices
  /** The records that rows update by choice, by id. */
  readonly chosen: FoundRecords
  /** Values of the found records that an update cannot change. */
  readonly stored: ReadonlyMap<string, Readonly<Record<string, unknown>>>
}

type Keyed = { readonly by: string; readonly source?: string | undefined; readonly field?: Field }

export function finderOf(key: Keyed): Finder {
  if (key.by === 'id') return { by: 'id' }
  if (key.by === 'externalId') return { by: 'externalId', source: key.source! }
  return { by: 'field', name: key.field?.name ?? key.by }
}

/**
 * What is behind external ids without a visible record: a record of others, for which no second one can be created, or a deleted one.
 * Other keys tell nothing of hidden records.
 */
async function findUnseen(
  ctx: CommandContext,
  { key, target }: Plan,
  missing: readonly string[],
): Promise<Pick<ReadRecords, 'hidden' | 'outdated'>> {
  const nothing = { hidden: new Set<string>(), outdated: new Map<string, string>() }
  if (key?.by !== 'externalId' || missing.length === 0) return nothing
  const rows = await ctx
    .from(ExternalId, 'x')
    .select(['x.id', 'x.externalId', 'x.recordId'])
    .where('x.source', '=', key.source!)
    .where('x.kind', '=', target.id)
    .where('x.externalId', '=', anyOf(missing, 'text'))
    .execute()
  const hidden = await findHidden(
    ctx,
    target,
    rows.map(({ recordId }) => recordId),
  )
  return {
    hidden: new Set(rows.filter(({ recordId }) => hidden.has(recordId)).map(({ externalId }) => externalId)),
    outdated: new Map(
      rows.filter(({ recordId }) => !hidden.has(recordId)).map(({ id, externalId }) => [externalId, id]),
    ),
  }
}
