import { type CommandContext, type Command, PlatformError } from '@plinth/core'
import { assertAccess } from '@plinth/core/acl'
import { anyOf, CUSTOM_PREFIX, changesOf, hasProperty, lastChange } from '@plinth/core/data'
import { ExternalId } from '../entities.ts'
import { addCounts, type Counts, NOTHING, type RowProblem } from '../settings.ts'
import { toExcerpt } from '../sources/storable.ts'
import type { Field } from '../targets/fields.ts'
import { type Draft, toInput, type WantedRecord } from './draft.ts'
import {
  findHidden,
  type Finder,
  findRecords,
  type FoundRecord,
  type FoundRecords,
  readValues,
} from './find-records.ts'
import type { Choices } from './choices.ts'
import type { Plan } from './plan.ts'
import { problemsOf, RefusedRow } from './row-problem.ts'

/** The rows of a chunk. */
interface RowsToWrite {
  readonly drafts: readonly Draft[]
  /** What people have chosen for rows that look like other records. */
  readonly choices: Choices
  /** Whether each row is written by itself, to learn which one is refused. */
  readonly isEach: boolean
}

/** What became of the rows of a chunk. */
export interface WrittenRows {
  readonly counts: Counts
  /** Rows that have created or changed a record. */
  readonly written: readonly WrittenRow[]
  readonly refused: readonly RefusedRow[]
}

/** What a row has become, and which changes of the transaction are its own. */
export interface WrittenRow {
  readonly row: number
  readonly recordId: string
  readonly isNew: boolean
  readonly changesAfter: number
  readonly lastChange: number
}

/**
 * Writes rows with the commands of their target, in the running transaction. A row that is refused before anything of it is written
 * is returned; one that a command refuses ends the transaction with `RefusedRow`, because what has failed cannot be continued. Without
 * `isEach`, new records are created together where their command permits it, and its error is the command's.
 */
export async function writeRows(
  ctx: CommandContext,
  plan: Plan,
  { drafts, choices, isEach }: RowsToWrite,
): Promise<WrittenRows> {
  const { target, mode } = plan
  const isUpdate = mode !== 'create' || [...choices.values()].some(({ choice }) => choice === 'update')
  if (mode !== 'update') assertAccess(ctx.actor, target.create.access, ctx.now())
  if (isUpdate) assertAccess(ctx.actor, target.update.access, ctx.now())
  const known = await KnownRecords.read(ctx, plan, { drafts, choices })
  const creations = new Creations(ctx, plan, known)
  const updated = new Map<string, string>()
  const refused: RefusedRow[] = []
  const written: WrittenRow[] = []
  let counts = NOTHING
  let changesAfter: number | undefined
  for (const draft of drafts) {
    if (choices.get(draft.row)?.choice === 'skip') {
      counts = addCounts(counts, { ...NOTHING, skipped: 1 })
      continue
    }
    if (choices.get(draft.row)?.isRehearsed) {
      counts = addCounts(counts, { ...NOTHING, updated: 1 })
      continue
    }
    // It may refer to a record of an earlier row.
    if (choices.has(draft.row) || draft.lookUps.some(({ planned }) => planned.lookUp!.target === target))
      await creations.run()
    const ready = await toCall(ctx, plan, { draft, known })
    if (Array.isArray(ready)) {
      refused.push(new RefusedRow(draft.row, ready as readonly RowProblem[]))
      continue
    }
    const { command, input, custom, record } = ready as Call
    counts = addCounts(counts, { ...NOTHING, [record ? 'updated' : 'created']: 1 })
    if (!record && !isEach && creations.takes(custom)) {
      creations.add(draft, input)
      changesAfter = undefined
      continue
    }
    await creations.run()
    changesAfter ??= await lastChange(ctx)
    const { id } = (await runRow(ctx, plan, { draft, command, input, custom })) as { readonly id?: unknown }
    const recordId = record?.id ?? String(id)
    if (record) updated.set(record.id, record.updatedAt)
    if (!record || known.chosen(draft.row)) await known.add(ctx, draft.key, recordId)
    known.became(draft.row, recordId)
    const last = await lastChange(ctx)
    written.push({ row: draft.row, recordId, isNew: !record, changesAfter, lastChange: last })
    changesAfter = last
  }
  await creations.run()
  written.push(...creations.written)
  const unchanged = await findUnchanged(ctx, plan, updated)
  const same = written.filter(({ recordId, isNew }) => !isNew && unchanged.has(recordId)).length
  const total = addCounts(counts, { created: 0, updated: -same, unchanged: same, refused: refused.length })
  return { counts: total, refused, written: written.filter((one) => one.isNew || !unchanged.has(one.recordId)) }
}

/** New records that are created together. An error does not say which of them it is about. */
class Creations {
  readonly written: WrittenRow[] = []
  readonly #ctx: CommandContext
  readonly #plan: Plan
  readonly #known: KnownRecords
  #waiting: { readonly draft: Draft; readonly input: object }[] = []

  constructor(ctx: CommandContext, plan: Plan, known: KnownRecords) {
    this.#ctx = ctx
    this.#plan = plan
    this.#known = known
  }

  /** Whether nothing is written for a new record but its row. */
  takes(custom: Call['custom']): boolean {
    const { key, target } = this.#plan
    return target.create.runAll !== undefined && key?.by !== 'externalId' && Object.keys(custom).length === 0
  }

  add(draft: Draft, input: object): void {
    this.#waiting.push({ draft, input })
  }

  async run(): Promise<void> {
    const waiting = this.#waiting
    if (waiting.length === 0) return
    this.#waiting = []
    const inputs = waiting.map(({ input }) => input)
    const results = await this.#ctx.runAll(this.#plan.target.create, inputs as never)
    const ids = results.map((result) => String((result as { readonly id?: unknown }).id))
    const changes = await changesOf(this.#ctx, ids)
    for (const [index, { draft }] of waiting.entries()) {
      const recordId = ids[index]!
      const { after: changesAfter, last } = changes.get(recordId)!
      this.written.push({ row: draft.row, recordId, isNew: true, changesAfter, lastChange: last })
      await this.#known.add(this.#ctx, draft.key, recordId)
      this.#known.became(draft.row, recordId)
    }
  }
}

/** A command that is about to write a row. */
interface Call {
  readonly command: Command
  readonly input: object
  readonly custom: Readonly<Record<string, unknown>>
  /** The record that it updates. */
  readonly record: FoundRecord | undefined
}

/** The call for a row, or what is wrong with the row. */
async function toCall(
  ctx: CommandContext,
  plan: Plan,
  { draft, known }: { readonly draft: Draft; readonly known: KnownRecords },
): Promise<Call | readonly RowProblem[]> {
  const { target, mode, key, blank } = plan
  const column = key?.column ?? null
  const records = draft.key === null ? [] : known.of(draft.key)
  if (records.length > 1) return [{ column, message: 'Several records have this value' }]
  const chosen = records.length === 0 ? known.chosen(draft.row) : undefined
  if (chosen === 'gone') return [{ column: null, message: 'The record that it was to update is not there' }]
  const record = records[0] ?? chosen
  if (record && mode === 'create' && !chosen) return [{ column, message: 'There is such a record already' }]
  if (!record && mode === 'update') return [{ column, message: 'There is no such record' }]
  if (!record && draft.key !== null && known.isHidden(draft.key))
    return [{ column, message: 'This belongs to a record that you cannot see' }]
  if (!record && draft.key !== null && key?.by === 'id') return [{ column, message: 'There is no such record' }]
  const values = new Map(draft.values)
  const problems: RowProblem[] = []
  for (const wanted of draft.lookUps) {
    const found = await known.related(ctx, wanted)
    if ('problem' in found) problems.push({ column: wanted.planned.column, message: found.problem })
    else values.set(wanted.planned.field, wanted.planned.field.isList ? found.ids : found.ids[0])
  }
  if (record) problems.push(...known.fixedProblems(record.id, values))
  if (problems.length > 0) return problems
  if (record && blank === 'clear') for (const field of draft.blank) values.set(field, emptyOf(field))
  const row = toInput(values)
  const command = record ? target.update : target.create
  const { input, custom } = target.toCall({ ...row, id: record?.id })
  const issues = command.input.safeParse(input).error?.issues ?? []
  if (issues.length > 0)
    return issues.map((issue) => toProblem(plan, { name: String(issue.path[0]), input: row.fields, issue }))
  return { command, input, custom, record }
}

const emptyOf = ({ isList }: Field) => (isList ? [] : null)

interface FoundIssue {
  readonly name: string
  readonly input: Readonly<Record<string, unknown>>
  readonly issue: { readonly message: string }
}

/** An issue of the input; a value that nobody has given is called by its field. */
function toProblem(plan: Plan, { name, input, issue: { message } }: FoundIssue): RowProblem {
  const column = columnOf(plan, name)
  if (input[name] !== undefined) return { column, message }
  return { column, message: column === null ? `'${name}' is needed` : 'This is needed' }
}

function columnOf({ columns, key }: Pick<Plan, 'columns' | 'key'>, name: string): string | null {
  if (name === 'id') return key?.column ?? null
  const wanted = [name, `${CUSTOM_PREFIX}${name}`]
  return columns.find(({ field }) => wanted.includes(field.name))?.column ?? null
}

interface RowCall extends Omit<Call, 'record'> {
  readonly draft: Draft
}

async function runRow(ctx: CommandContext, plan: Plan, { draft, command, input, custom }: RowCall): Promise<unknown> {
  try {
    const hasCustom = Object.keys(custom).length > 0
    return await ctx.run(command, input as never, hasCustom ? { custom } : {})
  } catch (error) {
    const problems = problemsOf(error, (name) => columnOf(plan, name))
    throw problems && isOfRow(error) ? new RefusedRow(draft.row, problems) : error
  }
}

/** Lost rights concern every row. */
const isOfRow = (error: unknown): boolean => error instanceof PlatformError && error.code !== 'unauthenticated'

/** The records that have been given the values that they had already. */
async function findUnchanged(
  ctx: CommandContext,
  { target }: Plan,
  updated: ReadonlyMap<string, string>,
): Promise<ReadonlySet<string>> {
  const ids = [...updated.keys()]
  const now = await findRecords(ctx, target, { names: ids, finder: { by: 'id' } })
  return new Set(ids.filter((id) => now.get(id)?.[0]?.updatedAt === updated.get(id)))
}

/** The records that the rows of a chunk name: those that they update, and those that they refer to. */
class KnownRecords {
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

  static async read(
    ctx: CommandContext,
    plan: Plan,
    { drafts, choices }: Omit<RowsToWrite, 'isEach'>,
  ): Promise<KnownRecords> {
    const { target, key } = plan
    const names = drafts.flatMap((draft) => draft.key ?? [])
    const found: FoundRecords = key ? await findRecords(ctx, target, { names, finder: finderOf(key) }) : new Map()
    const missing = names.filter((name) => !found.has(name))
    const { hidden, outdated } = await findUnseen(ctx, plan, missing)
    const related = new Map<WantedRecord['planned'], Map<string, readonly FoundRecord[]>>()
    for (const planned of plan.columns) {
      const { lookUp } = planned
      if (!lookUp) continue
      const wanted = drafts.flatMap(({ lookUps }) => lookUps.filter((one) => one.planned === planned))
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
      .filter(({ field: { name }, field }) => values.has(field) && String(values.get(field)) !== String(stored[name]))
      .map(({ column }) => ({ column, message: 'This cannot be changed any more' }))
  }

  isHidden(key: string): boolean {
    return this.#hidden.has(key)
  }

  /** Remembers a new record, and its id in the other system. */
  async add(ctx: CommandContext, key: string | null, id: string): Promise<void> {
    if (key === null) return
    this.#found.set(key, [{ id, updatedAt: '' }])
    const { key: planned, target } = this.#plan
    if (planned?.by !== 'externalId') return
    const known = this.#outdated.get(key)
    if (known !== undefined) await ctx.from.change(ExternalId, known, { recordId: id })
    else await ctx.from.create(ExternalId, { source: planned.source!, kind: target.id, externalId: key, recordId: id })
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

function finderOf(key: Keyed): Finder {
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
