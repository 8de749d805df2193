import { setsOf } from '../data/query/from.ts'
import { hasProperty } from '../data/query/properties.ts'
import type { Declared } from '../data/query/row-types.ts'
import type { CommandContext } from '../define/command.ts'
import type { Context } from '../define/context.ts'
import type { ProjectedWrite, RuleData } from '../define/rule-point.ts'
import type { Lines, LinesByName, SentLine } from './lines.ts'
import { completeLines, matchLines, type StoredLine } from './save-lines.ts'

interface Projection {
  readonly entity: Declared
  readonly lines: LinesByName
  readonly write: ProjectedWrite
}

/** A record with its lines, and with the sums and generated columns that follow from them, before any of it is written. */
export async function projectLines(
  ctx: CommandContext,
  { entity, lines, write: { id, stored, sent } }: Projection,
): Promise<RuleData> {
  const { from } = ctx
  const projected: Record<string, unknown> = { ...stored, ...sent }
  const own = Object.fromEntries(
    Object.entries(sent).filter(([name]) => hasProperty(entity, name) && !Object.hasOwn(lines, name)),
  )
  const previewRecord = async (sums: Row): Promise<Row> => {
    const row = id ? await findRow(from, entity, id) : null
    const [previewed] = await setsOf(from).preview(entity, [{ row, values: { ...own, ...sums } }])
    return previewed ?? {}
  }
  const sums: Record<string, string> = {}
  for (const [name, one] of Object.entries(lines)) {
    if (!Array.isArray(sent[name])) continue
    const needsRecord = one.complete !== undefined || one.defaults.some(({ relation }) => relation === one.parent)
    const record = needsRecord ? await previewRecord({}) : {}
    const rows = await previewLines(ctx, one, { id, name, record, items: sent[name] as readonly SentLine[] })
    projected[name] = rows.map((row) => Object.fromEntries(one.names.map((member) => [member, row[member]])))
    for (const [sum, of] of Object.entries(one.sums)) sums[sum] = sumOf(rows.map((row) => row[of]))
  }
  const row = await previewRecord(sums)
  const shown = Object.keys(row).filter((name) => Object.hasOwn(stored ?? row, name))
  return { ...projected, ...Object.fromEntries(shown.map((name) => [name, row[name]])) }
}

type Row = Readonly<Record<string, unknown>>

interface PreviewedSet {
  /** The record; undefined for a new one. */
  readonly id: string | undefined
  readonly record: Row
  readonly name: string
  readonly items: readonly SentLine[]
}

async function previewLines(
  ctx: CommandContext,
  lines: Lines,
  { id, record, ...sent }: PreviewedSet,
): Promise<readonly Row[]> {
  const { entity, parent } = lines
  const stored = id === undefined ? [] : ((await findRows(ctx.from, entity, [parent, id])) as readonly StoredLine[])
  const { written, problems } = await matchLines(ctx, lines, { ...sent, stored })
  // The command is about to be refused for lines that are not valid, so nothing is derived from them.
  const derived = problems.length > 0 ? { ...lines, complete: undefined, defaults: [] } : lines
  const values = await completeLines(ctx, derived, { name: sent.name, written, record })
  return setsOf(ctx.from).preview(
    entity,
    written.map(({ row }, index) => ({ row, values: values[index]! })),
  )
}

const findRow = async (from: Context['from'], entity: Declared, id: string): Promise<Row | null> =>
  (await findRows(from, entity, ['id', id]))[0] ?? null

const findRows = (from: Context['from'], entity: Declared, [name, value]: readonly [string, string]) =>
  from(entity, 'row')
    .selectAll()
    .where(`row.${name}` as never, '=', value as never)
    .execute() as Promise<readonly Row[]>

/** The sum of floating-point numbers, or the exact sum of decimals, which are texts or integers; null counts as nothing. */
function sumOf(values: readonly unknown[]): string {
  const given = values.filter((value) => value !== null && value !== undefined)
  if (given.some((value) => typeof value === 'number' && !Number.isSafeInteger(value)))
    return String(given.reduce((sum: number, value) => sum + Number(value), 0))
  const texts = given.map(String)
  const scale = Math.max(0, ...texts.map((text) => text.split('.')[1]?.length ?? 0))
  const total = texts.reduce((sum, text) => {
    const [whole = '', decimals = ''] = text.split('.')
    return sum + BigInt(whole + decimals.padEnd(scale, '0'))
  }, 0n)
  const digits = String(total < 0n ? -total : total).padStart(scale + 1, '0')
  const text = scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`
  return total < 0n ? `-${text}` : text
}
