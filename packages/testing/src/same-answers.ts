/** An answer as it is compared with that to the same request at another time. */
export interface ComparedAnswer {
  readonly status: number
  readonly type: string
  /** By the place in the body: `.items[0].title`. */
  readonly values: ReadonlyMap<string, string>
}

interface Answered {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly body: unknown
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi
const TIME = /\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d(?::?\d\d)?)?/g

/** Replaces new ids and times, which differ each time. `isKnown` tells the ids that stay. */
export function toCompared(
  { status, headers, text, body }: Answered,
  isKnown: (id: string) => boolean,
): ComparedAnswer {
  const type = headers.get('content-type') ?? ''
  // Archives contain the time at which they were made.
  const isArchive = /zip|officedocument|opendocument/.test(type)
  const values = isArchive ? new Map<string, string>() : valuesIn(typeof body === 'object' ? body : text, isKnown)
  return { status, type, values }
}

/** The values in it by their places, with new ids and times replaced. */
export function valuesIn(body: unknown, isKnown: (id: string) => boolean, start = ''): Map<string, string> {
  const same = (value: string) => value.replace(UUID, (id) => (isKnown(id) ? id : '(id)')).replace(TIME, '(time)')
  const values = new Map<string, string>()
  const walk = (value: unknown, path: string): void => {
    if (typeof value !== 'object' || value === null) {
      values.set(path, same(JSON.stringify(value) ?? 'undefined'))
      return
    }
    const members = Object.entries(value)
    if (members.length === 0) values.set(path, Array.isArray(value) ? '[]' : '{}')
    for (const [name, member] of members)
      walk(member, `${path}${Array.isArray(value) ? `[${name}]` : `.${same(name)}`}`)
  }
  walk(body, start)
  return values
}

/** Where two answers differ. `unstable` places are not compared. */
export function differencesIn(
  one: ComparedAnswer,
  other: ComparedAnswer,
  unstable: ReadonlySet<string> = new Set(),
): ReadonlyMap<string, string> {
  const different = new Map<string, string>()
  if (one.status !== other.status) different.set('status', `${one.status}, not ${other.status}`)
  if (one.type !== other.type) different.set('content-type', `${one.type}, not ${other.type}`)
  for (const path of new Set([...one.values.keys(), ...other.values.keys()])) {
    const [found, expected] = [one.values.get(path), other.values.get(path)]
    if (found !== expected && !unstable.has(path)) different.set(path, `${found}, not ${expected}`)
  }
  return different
}
