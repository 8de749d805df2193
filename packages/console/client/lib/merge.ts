/** The members of a record or of a form. */
export type Values = Readonly<Record<string, unknown>>

/** A member that others have changed since an edit began. */
export interface Difference {
  readonly name: string
  readonly before: unknown
  /** What the others have made of it. */
  readonly now: unknown
  /** What it becomes if the edit wins. */
  readonly mine: unknown
  /** What it becomes if the others win. */
  readonly theirs: unknown
}

export interface Merged {
  /** Both changes. Where they contradict each other, the edit's. */
  readonly values: Values
  /** What only the others have changed. */
  readonly taken: readonly Difference[]
  /** What both have changed, in different ways. */
  readonly conflicts: readonly Difference[]
}

/**
 * Unites two changes of one record, member by member. Lists and maps of plain values are united by their entries, so that a right
 * that one grants and another that the other removes do not exclude each other.
 */
export function merge(before: Values, mine: Values, theirs: Values): Merged {
  const values: Record<string, unknown> = { ...mine }
  const taken: Difference[] = []
  const conflicts: Difference[] = []
  for (const name of Object.keys({ ...before, ...theirs })) {
    if (isSame(before[name], theirs[name])) continue
    const united = unite(before[name], mine[name], theirs[name])
    values[name] = united.mine
    const difference = { name, before: before[name], now: theirs[name], ...united }
    if (!isSame(united.mine, united.theirs)) conflicts.push(difference)
    // Unless both have made the same change.
    else if (!isSame(united.mine, mine[name])) taken.push(difference)
  }
  return { values, taken, conflicts }
}

/** Whether two values mean the same. An empty field is an absent one, and the order of members does not count. */
export const isSame = (a: unknown, b: unknown): boolean => toKey(a) === toKey(b)

interface United {
  readonly mine: unknown
  readonly theirs: unknown
}

function unite(before: unknown, mine: unknown, theirs: unknown): United {
  if (isSame(before, mine)) return { mine: theirs, theirs }
  if (isSame(before, theirs)) return { mine, theirs: mine }
  if (isLines(before) && isLines(mine) && isLines(theirs) && before.some(hasId)) return uniteLines(before, mine, theirs)
  if (isSet(before) && isSet(mine) && isSet(theirs)) {
    const all = uniteSets(before, mine, theirs)
    if (all) return { mine: all, theirs: all }
  }
  if (isMap(before) && isMap(mine) && isMap(theirs)) return uniteMaps(before, mine, theirs)
  return { mine, theirs }
}

type List = readonly unknown[]

/** Undefined if somebody has only changed the order, which cannot be united. */
function uniteSets(before: List, mine: List, theirs: List): List | undefined {
  const [was, own, other] = [before, mine, theirs].map((list) => new Set(list.map(toKey))) as unknown as [
    Keys,
    Keys,
    Keys,
  ]
  if (isEqual(was, own) || isEqual(was, other)) return undefined
  const kept = theirs.filter((one) => own.has(toKey(one)) || !was.has(toKey(one)))
  return [...kept, ...mine.filter((one) => !was.has(toKey(one)) && !other.has(toKey(one)))]
}

type Line = Values

const isLines = (value: unknown): value is readonly Line[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'object' && one !== null && !Array.isArray(one))
const hasId = ({ id }: Line) => typeof id === 'string'

/** Lines are united by their ids, each member by member, in the order of the edit; then follow those that others have added. */
function uniteLines(before: readonly Line[], mine: readonly Line[], theirs: readonly Line[]): United {
  const byId = (lines: readonly Line[]): LinesById => new Map(lines.map((line) => [line['id'], line]))
  const [was, own, other] = [byId(before), byId(mine), byId(theirs)]
  const kept = mine.flatMap((line): readonly Sides[] => {
    const known = was.get(line['id'])
    const now = other.get(line['id'])
    if (!hasId(line) || !known) return [{ mine: line, theirs: line }]
    if (now) return [uniteMaps(known, line, now) as Sides]
    const { id: _, ...added } = line
    return isSame(known, line) ? [] : [{ mine: added, theirs: undefined }]
  })
  const added = theirs.flatMap((line): readonly Sides[] => {
    const known = was.get(line['id'])
    if (own.has(line['id']) || (known && isSame(known, line))) return []
    return [{ mine: known ? undefined : line, theirs: line }]
  })
  const side = (of: keyof Sides) => [...kept, ...added].flatMap((one) => one[of] ?? [])
  return { mine: side('mine'), theirs: side('theirs') }
}

type LinesById = ReadonlyMap<unknown, Line>

interface Sides {
  readonly mine: Line | undefined
  readonly theirs: Line | undefined
}

type Keys = ReadonlySet<string>

const isEqual = (a: Keys, b: Keys) => a.size === b.size && [...a].every((one) => b.has(one))

function uniteMaps(before: Values, mine: Values, theirs: Values): United {
  const pairs = Object.keys({ ...before, ...mine, ...theirs }).map((name) => {
    const united = unite(before[name], mine[name], theirs[name])
    return [name, united] as const
  })
  const side = (of: keyof United) =>
    Object.fromEntries(pairs.flatMap(([name, united]) => (united[of] === undefined ? [] : [[name, united[of]]])))
  return { mine: side('mine'), theirs: side('theirs') }
}

const isPlain = (value: unknown) => typeof value !== 'object' || value === null
const isMap = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.values(value).every(isPlain)
const isSet = (value: unknown): value is List =>
  Array.isArray(value) &&
  value.every((one) => isPlain(one) || isMap(one)) &&
  new Set(value.map(toKey)).size === value.length

function toKey(value: unknown): string {
  if (value === undefined || value === null || value === '') return 'null'
  return JSON.stringify(value, (_name, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
}
