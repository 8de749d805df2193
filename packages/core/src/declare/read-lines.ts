import type { From } from '../data/query/from.ts'
import { anyOf } from '../data/query/scope-conditions.ts'
import { badInput } from '../errors.ts'
import { TOO_MANY_LINES } from '../http/paging.ts'
import type { Lines, LinesByName } from './lines.ts'

type Row = Readonly<Record<string, unknown>>

/** The maximum number of lines that a list returns. */
const MAX_LISTED = 10_000

/** The lines of several records, by the id of the record, in their order. */
export async function readLines(
  from: From,
  { entity, parent, order, names }: Lines,
  { ids, most = Infinity }: { readonly ids: readonly string[]; readonly most?: number },
): Promise<ReadonlyMap<string, readonly Row[]>> {
  if (ids.length === 0) return new Map()
  const query = from(entity, 'line')
    .select([`line.${parent} as ${PARENT}`, ...names.map((name) => `line.${name}`)] as never[])
    .where(`line.${parent}` as never, '=', anyOf(ids) as never)
  const sorted = (order ? [order, 'id'] : ['id']).reduce((rows, name) => rows.orderBy(`line.${name}` as never), query)
  const rows = (await (Number.isFinite(most) ? sorted.limit(most + 1) : sorted).execute()) as readonly Row[]
  if (rows.length > most)
    throw badInput(`These rows have more than ${MAX_LISTED} lines. Please ask for fewer rows`, {
      code: TOO_MANY_LINES,
      limit: MAX_LISTED,
    })
  const found = new Map<string, Row[]>()
  for (const { [PARENT]: id, ...line } of rows) {
    const known = found.get(id as string)
    if (known) known.push(line)
    else found.set(id as string, [line])
  }
  return found
}

/** A name that no property has. */
const PARENT = 'plinth parent'

/** Adds the lines with these names to rows that have an `id`. */
export async function withLines(
  from: From,
  rows: readonly Row[],
  { lines, names }: { readonly lines: LinesByName; readonly names: readonly string[] },
): Promise<Row[]> {
  const ids = rows.map(({ id }) => id as string)
  let all: Row[] = [...rows]
  let left = MAX_LISTED
  for (const name of names) {
    const found = await readLines(from, lines[name]!, { ids, most: left })
    for (const some of found.values()) left -= some.length
    all = all.map((row) => ({ ...row, [name]: found.get(row['id'] as string) ?? [] }))
  }
  return all
}
