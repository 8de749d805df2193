import { type From, setsOf } from '../data/query/from.ts'
import { hasProperty, relatedEntity } from '../data/query/properties.ts'
import type { Declared } from '../data/query/row-types.ts'
import { anyOf } from '../data/query/scope-conditions.ts'
import type { CommandContext } from '../define/command.ts'
import { badInput } from '../errors.ts'
import type { LineDefault, Lines, LinesByName, SentLine } from './lines.ts'
import { assertSameCurrency, findOtherCurrencies } from './summed-currencies.ts'

/** A line that a record has. */
export type StoredLine = Readonly<Record<string, unknown>> & { readonly id: string }
type Values = Readonly<Record<string, unknown>>

/** The record whose lines are written, which the command has locked or created. */
interface SavedParent {
  readonly entity: Declared
  readonly row: StoredLine
  /** As it was before the command; null if the command has created it. */
  readonly before: Values | null
}

/** Splits the input of a command into the fields of the record, and the lines that were sent. */
export function splitLines(
  lines: LinesByName,
  input: Values,
): { fields: Values; sent: ReadonlyMap<string, readonly SentLine[]> } {
  const isLines = ([name]: readonly [string, unknown]) => Object.hasOwn(lines, name)
  const entries = Object.entries(input)
  return {
    fields: Object.fromEntries(entries.filter((entry) => !isLines(entry))),
    sent: new Map(entries.filter((entry) => isLines(entry) && entry[1] !== undefined)) as never,
  }
}

/**
 * Makes the lines of a record those that were sent, in three statements whatever their number: those that are missing are deleted,
 * those that differ are changed, and those without an id are inserted. Throws 400 with the path of what is not valid.
 */
export async function saveLines(
  ctx: CommandContext,
  lines: LinesByName,
  { sent, ...parent }: SavedParent & { readonly sent: ReadonlyMap<string, readonly SentLine[]> },
): Promise<void> {
  for (const [name, items] of sent) await saveSet(ctx, lines[name]!, { ...parent, name, items })
  const { entity, row: record, before } = parent
  if (!before) return
  for (const [name, kept] of Object.entries(lines))
    if (!sent.has(name)) await assertSameCurrency(ctx, kept, { entity, before, record })
}

interface SavedSet extends SavedParent {
  readonly name: string
  readonly items: readonly SentLine[]
}

async function saveSet(
  ctx: CommandContext,
  lines: Lines,
  { entity: parentEntity, row: record, before, name, items }: SavedSet,
): Promise<void> {
  const { entity, parent } = lines
  const stored = before
    ? ((await ctx.from.lockAll(entity, { [parent]: record.id } as object)) as readonly StoredLine[])
    : []
  const { written, problems } = await matchLines(ctx, lines, { name, items, stored })
  if (problems.length > 0) throw invalidLines(problems)
  const values = await completeLines(ctx, lines, { name, written, record })
  const rows = () => written.map(({ row }, index) => ({ ...row, ...given(values[index]!) }))
  const sets = setsOf(ctx.from)
  const refused = written.flatMap(({ row }, index) => {
    const found = sets.findProblem(entity, { row, values: values[index]! })
    return found ? [{ index, member: found.name, message: found.message }] : []
  })
  if (refused.length === 0) refused.push(...findOtherCurrencies(lines, { entity: parentEntity, record, rows }))
  if (refused.length > 0)
    throw invalidLines(refused.map(({ index, member, message }) => ({ path: [name, index, member], message })))
  const kept = new Set(written.flatMap(({ row }) => row?.id ?? []))
  await sets.removeAll(
    entity,
    stored.map(({ id }) => id).filter((id) => !kept.has(id)),
  )
  const changed = written.flatMap(({ row }, index) => (row ? [{ row, values: values[index]! }] : []))
  await sets.changeAll(
    entity,
    changed.map(({ row }) => row),
    changed.map((one) => one.values),
  )
  const organization = hasProperty(entity, 'organizationId') && { organizationId: record['organizationId'] }
  const added = values.filter((_, index) => written[index]!.row === null)
  await sets.createAll(
    entity,
    added.map((one) => ({ ...one, ...organization, [parent]: record.id })),
  )
}

interface SentSet extends Pick<SavedSet, 'name' | 'items'> {
  readonly stored: readonly StoredLine[]
}

/** Lines that were sent, each with the one that is stored, and what is wrong with them. */
export async function matchLines(
  ctx: CommandContext,
  lines: Lines,
  { name, items, stored }: SentSet,
): Promise<Pick<WrittenSet, 'written'> & { readonly problems: readonly Problem[] }> {
  const known = new Map(stored.map((row) => [row.id, row]))
  const seen = new Set<string>()
  const problems: Problem[] = []
  const written = items.map(({ id, ...fields }, index) => {
    const row = id === undefined ? null : (known.get(id) ?? null)
    if (id !== undefined && !row) problems.push({ path: [name, index, 'id'], message: 'Not found' })
    if (id !== undefined && seen.has(id)) problems.push({ path: [name, index, 'id'], message: 'Listed twice' })
    if (id !== undefined) seen.add(id)
    return { fields: given(fields), row }
  })
  if (problems.length === 0) problems.push(...(await findUnrelated(ctx, lines, { name, written })))
  return { written, problems }
}

/** The values that are written to lines: what was sent, what is copied and derived from it, and the order. */
export async function completeLines(
  ctx: CommandContext,
  lines: Pick<Lines, 'order' | 'complete' | 'defaults' | 'parent'>,
  { name, written, record }: WrittenSet & { readonly record: Values },
): Promise<readonly Values[]> {
  const { order, complete } = lines
  const filled = await fillLines(ctx, lines, { name, written, record })
  const derived = filled.length > 0 ? await complete?.(ctx, filled as never, record) : []
  return filled.map(({ fields }, index) => ({
    ...fields,
    ...derived?.[index],
    ...(order && { [order]: index + 1 }),
  }))
}

/** Lines with the values that they copy from related rows, read in one statement for each relation. */
async function fillLines(
  { from }: CommandContext,
  { defaults, parent }: Pick<Lines, 'defaults' | 'parent'>,
  { name, written, record }: WrittenSet & { readonly record: Values },
): Promise<WrittenSet['written']> {
  if (defaults.length === 0) return written
  const related = new Map<string, ReadonlyMap<unknown, Values>>()
  for (const relation of new Set(defaults.map((one) => one.relation))) {
    const wanted = defaults.filter((one) => one.relation === relation)
    const ids = written.flatMap((line) => (isChosen(line, relation) ? [line.fields[relation]] : []))
    const found = relation === parent || ids.length === 0 ? [] : await readRelated(from, wanted, ids as string[])
    related.set(relation, new Map(found.map((row) => [row['id'], row])))
  }
  const problems: Problem[] = []
  const filled = written.map((line, index) => {
    const fields: Record<string, unknown> = { ...line.fields }
    for (const { name: member, relation, of, isRequired } of defaults) {
      if (fields[member] !== undefined) continue
      if (relation === parent ? line.row === null : isChosen(line, relation))
        fields[member] = relation === parent ? record[of] : related.get(relation)!.get(fields[relation])?.[of]
      if (isRequired && (fields[member] ?? line.row?.[member] ?? null) === null)
        problems.push({ path: [name, index, member], message: 'Required' })
    }
    return { ...line, fields: given(fields) }
  })
  if (problems.length > 0) throw invalidLines(problems)
  return filled
}

/** Whether a line refers to another row than before, or is new. */
const isChosen = ({ fields, row }: WrittenSet['written'][number], relation: string) =>
  typeof fields[relation] === 'string' && fields[relation] !== row?.[relation]

async function readRelated(from: From, [first, ...others]: readonly LineDefault[], ids: readonly string[]) {
  const names = new Set(['id', first!.of, ...others.map(({ of }) => of)])
  const rows = await from(first!.target as Declared<{ id: string }>, 'related')
    .select([...names].map((name) => `related.${name}`) as never[])
    .where('related.id' as never, '=', anyOf([...new Set(ids)]) as never)
    .execute()
  return rows as readonly Values[]
}

interface Problem {
  readonly path: readonly (string | number)[]
  readonly message: string
}

interface WrittenSet {
  readonly name: string
  readonly written: readonly { readonly fields: Values; readonly row: StoredLine | null }[]
}

/** Ids of related rows that the caller cannot see. References that a line has already may stay. */
async function findUnrelated({ db, from }: CommandContext, { entity }: Lines, { name, written }: WrittenSet) {
  const problems: Problem[] = []
  const members = new Set(written.flatMap(({ fields }) => Object.keys(fields)))
  for (const member of members) {
    const target = relatedEntity(entity, member)
    if (!target) continue
    const asked = written.flatMap(({ fields, row }, index) => {
      const id = fields[member]
      return typeof id === 'string' && row?.[member] !== id ? [{ id, index }] : []
    })
    if (asked.length === 0) continue
    const found = await db
      .selectFrom(from.table(target, 'related'))
      .select('related.id')
      .where('related.id', '=', anyOf([...new Set(asked.map(({ id }) => id))]))
      .execute()
    const ids = new Set(found.map(({ id }) => id as string))
    for (const { id, index } of asked)
      if (!ids.has(id)) problems.push({ path: [name, index, member], message: 'Not found' })
  }
  return problems
}

const invalidLines = (problems: readonly Problem[]) =>
  badInput('Invalid input', {
    details: problems.map(({ path, message }) => ({ code: 'custom', path, message })),
    fieldErrors: Object.fromEntries(problems.map(({ path, message }) => [path.join('.'), message])),
  })

/** Absent properties keep their value. */
const given = (fields: Values): Values =>
  Object.values(fields).includes(undefined)
    ? Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
    : fields
