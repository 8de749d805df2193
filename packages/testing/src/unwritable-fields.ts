import type { Route } from '@plinth/core'
import { fieldPolicies, rowPolicies, type StoredPolicies } from '@plinth/core/acl'
import { entityTables } from '@plinth/core/internal'
import fc from 'fast-check'
import { z } from 'zod'
import { valuesOf } from './arbitraries.ts'
import { aimed, type IdTables } from './attacks.ts'
import { toTestResponse } from './client.ts'
import type { Persona } from './logins.ts'
import { type RouteRequest, routeName, toCurl, toWire, type WireRequest } from './route-request.ts'
import type { ChangedRow } from './snapshots.ts'
import type { TestPlatform } from './test-platform.ts'
import { type VisibilityFixture, withPlatform } from './visibility-fixture.ts'

/** A field of a kind of resource. */
interface Field {
  readonly kind: string
  /** As policies name it: `title`, `items.price`, `cf_region`. */
  readonly name: string
}

/**
 * Finds the fields that requests write: what is stored in a field afterwards, and was sent, has been written by whoever sent it,
 * whatever the route calls it. Sends each request again as somebody who may not write one of them.
 */
export class UnwritableFields {
  requests = 0
  /** Fields that a route writes, by route. */
  found = 0
  readonly #rows: VisibilityFixture
  readonly #parts: readonly Part[]
  /** What policies of a kind can name. */
  readonly #names: ReadonlyMap<string, readonly string[]>

  readonly #isExcepted: (name: string) => boolean

  private constructor(rows: VisibilityFixture, { parts, names, isExcepted }: Named & Excepted) {
    this.#rows = rows
    this.#isExcepted = isExcepted
    this.#parts = parts
    this.#names = names
  }

  /** `isExcepted` asks about a route and a field: `POST /attachments fileName`. */
  static async create(rows: VisibilityFixture, isExcepted: (name: string) => boolean): Promise<UnwritableFields> {
    return new UnwritableFields(rows, { ...(await namedIn(rows)), isExcepted })
  }

  /** Returns the problems of a route. `sample` makes a request that succeeds, and the rows that it needs. */
  async check(route: Route, { sample, idTables }: Checked): Promise<string[]> {
    if (route.method === 'GET') return []
    const problems: string[] = []
    const known = new Set<string>()
    const attempts = this.#attemptsOf(route, { sample, base: await this.#prepare(sample), idTables })
    for (let next = attempts.next(null), fields: readonly Field[] | null; !next.done; next = attempts.next(fields)) {
      const attempt: Attempt = { sample, ...next.value }
      fields = await this.#send(attempt, this.#rows.owners[0]!)
      for (const field of fields ?? []) {
        const name = `${field.kind} ${field.name}`
        if (known.has(name)) continue
        known.add(name)
        if (this.#isExcepted(`${routeName(route)} ${field.name}`)) continue
        this.found++
        const again = (await this.#send(attempt, this.#without(field, fields!))) ?? []
        if (again.some((one) => one.kind === field.kind && one.name === field.name))
          problems.push(
            `${routeName(route)} writes '${field.name}' of ${field.kind}, which the caller may not\n${toCurl(attempt.spell(await this.#prepare(sample)))}`,
          )
      }
    }
    return problems
  }

  /**
   * A request with what it needs, and with everything more that it takes; then with each thing more that no field of its name was written
   * by, since that was refused, or another member overrides it. Of the caller's planted rows unless it makes its own. Is told what the
   * last one has written.
   */
  *#attemptsOf(
    route: Route,
    { sample, base, idTables }: Checked & { base: RouteRequest },
  ): Generator<Variation, void, readonly Field[] | null> {
    const attacked = { fixture: this.#rows, route, idTables }
    const aim = (members: 'all' | 'needed') => (one: RouteRequest) =>
      aimed(attacked, { base: one, members, target: 'own' })
    const [needed, all] = typeof sample === 'function' ? [(one: RouteRequest) => one] : [aim('needed'), aim('all')]
    yield { spell: (one) => toWire(route, needed!(one)), values: null }
    if (all && JSON.stringify(all(base)) !== JSON.stringify(needed!(base)))
      yield { spell: (one) => toWire(route, all(one)), values: null }
    const shape = route.spec.body instanceof z.ZodObject ? (route.spec.body.shape as Record<string, z.ZodType>) : {}
    const { body = {} } = needed!(base)
    if (!isObject(body)) return
    const more = (members: Values): Variation => ({
      values: Object.values(members),
      spell(one) {
        const made = needed!(one)
        return toWire(route, { ...made, body: { ...(made.body as object | undefined), ...members } })
      },
    })
    const tried = Object.entries(shape)
      .filter(([name]) => !(name in body) && !NOT_TRIED.test(name))
      .map(([name, schema]) => ({ name, values: this.#valuesOf(name, schema) }))
    for (const { undoToken } of 'undoToken' in shape ? this.#rows.entries : []) yield more({ undoToken })
    // A flag may have one of its values already.
    for (const place of [0, 1]) {
      const some = tried.flatMap(({ name, values }) => (place < values.length ? [[name, values[place]] as const] : []))
      if (some.length === 0) continue
      const written = (yield more(Object.fromEntries(some))) ?? []
      if (some.length === 1) continue
      for (const [name, value] of some) if (!written.some((field) => field.name === name)) yield more({ [name]: value })
    }
  }

  #valuesOf(name: string, schema: z.ZodType): readonly unknown[] {
    const text = `${this.#rows.actors.own.mark.slice(0, 20)}-${name.toLowerCase()}`
    const likely = [text, true, false, 7, text.slice(0, 6)].filter((value) => schema.safeParse(value).success)
    if (likely.length > 0) return likely.includes(true) ? [true, false] : likely.slice(0, 1)
    return fc
      .sample(valuesOf(schema), { numRuns: 8, seed: 1 })
      .filter((value) => value !== null && value !== undefined && schema.safeParse(value).success)
      .slice(0, 1)
  }

  /** Somebody who may write everything but one field; `fields` names custom fields that exist. */
  #without(field: Field, fields: readonly Field[]): Persona {
    const policies: StoredPolicies = Object.fromEntries(
      [...this.#names].map(([kind, known]) => {
        const custom = fields.filter((one) => one.kind === kind && one.name.startsWith('cf_'))
        const all = [...known, ...custom.map(({ name }) => name)]
        return [kind, { fields: { write: all.filter((name) => kind !== field.kind || !isPartOf(name, field.name)) } }]
      }),
    )
    return { ...this.#rows.owners[0]!, policies }
  }

  #prepare = async (sample: RequestSample): Promise<RouteRequest> => {
    await this.#rows.restore('hidden')
    return typeof sample === 'function' ? sample(this.#rows.app) : sample
  }

  /** Sends a request, runs the jobs that it queues, and returns the fields that have what it contains; null if it is refused. */
  async #send({ sample, spell, values }: Attempt, who: Persona): Promise<readonly Field[] | null> {
    const { app, snapshot } = this.#rows
    const request = spell(await this.#prepare(sample))
    const prepared = typeof sample === 'function' ? await snapshot.changed() : []
    const { method, path, headers, body } = request
    this.requests++
    const sent = { method, headers, ...(body !== undefined && { body }) }
    const { status } = await toTestResponse(await app.as(who).fetch(path, sent))
    if (status >= 400) return null
    await app.platform.runJobs()
    await app.settled()
    const formerly = new Map(prepared.map((one) => [`${one.table} ${one.row['id']}`, one]))
    const changed = (await snapshot.changed()).map((one) => {
      const former = formerly.get(`${one.table} ${one.row['id']}`)
      return former ? { ...one, former: former.row } : one
    })
    const told = toldIn(request, values)
    const fields = changed
      .filter(({ isGone, isOfModule }) => !isGone && isOfModule)
      .flatMap((row) =>
        this.#parts.filter(({ table }) => table === row.table).flatMap((part) => fieldsOf(row, part, told)),
      )
    return [...new Map(fields.map((field) => [`${field.kind} ${field.name}`, field])).values()]
  }
}

/** A request that succeeds, or what makes one. */
export type RequestSample = RouteRequest | ((app: TestPlatform) => Promise<RouteRequest> | RouteRequest)

interface Checked {
  readonly sample: RequestSample
  readonly idTables: IdTables
}

/** A way to change a request, and the values that this adds; null if it has only those of the sample. */
interface Variation {
  readonly spell: (base: RouteRequest) => WireRequest
  readonly values: readonly unknown[] | null
}

interface Attempt extends Variation {
  readonly sample: RequestSample
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Uint8Array)

/** Rows of a table as part of a kind of resource: itself, or its lines under a name. */
interface Part {
  readonly kind: string
  readonly table: string
  /** `items.` for lines. */
  readonly prefix: string
  /** Names of properties by columns, without those that the platform fills in. */
  readonly columns: ReadonlyMap<string, string>
}

interface Excepted {
  readonly isExcepted: (name: string) => boolean
}

interface Named {
  readonly parts: readonly Part[]
  readonly names: ReadonlyMap<string, readonly string[]>
}

/** Members that select rows or replay another request. */
const NOT_TRIED = /^(tenantId|organizationId|idempotencyKey|undoToken)$/

/** What the platform fills in by itself. */
const FILLED: ReadonlySet<string> = new Set([
  'id',
  'tenantId',
  'organizationId',
  'createdAt',
  'updatedAt',
  'deletedAt',
  'version',
])

/** Whether a policy that lists `name` permits a field. */
const isPartOf = (name: string, field: string) =>
  name === field || field.startsWith(`${name}.`) || name.startsWith(`${field}.`)

function namedIn({ app, kinds }: VisibilityFixture): Promise<Named> {
  return withPlatform(app, ({ inject }) => {
    const [tables, fields, compiler] = [inject(entityTables), inject(fieldPolicies), inject(rowPolicies)]
    const columnsOf = (kind: string, entity: Parameters<typeof tables.tableOf>[0], prefix = '') =>
      new Map(
        tables
          .propertiesOf(entity)
          .filter((name) => name === CUSTOM || fields.faultOf(kind, prefix + name) === undefined)
          .filter((name) => !FILLED.has(name) && tables.sourcesOf(entity, name) === undefined)
          .map((name) => [tables.columnOf(entity, name), name] as const),
      )
    const parts = [...kinds.keys()].flatMap((kind): readonly Part[] => {
      const entity = compiler.entityOf(kind)!
      const lines = fields.linesOf(kind).map((line) => ({
        kind,
        table: tables.tableOf(line.entity),
        prefix: `${line.name}.`,
        columns: columnsOf(kind, line.entity, `${line.name}.`),
      }))
      return [{ kind, table: tables.tableOf(entity), prefix: '', columns: columnsOf(kind, entity) }, ...lines]
    })
    const names = new Map([...kinds.keys()].map((kind) => [kind, [...fields.namesOf(kind)]]))
    return { parts, names }
  })
}

/** What a request contains. */
interface Told {
  /** Whether it says by the id of an action what to write. */
  readonly isReverting: boolean
  readonly texts: ReadonlySet<string>
  /** Flags and numbers by the names of members: a default may be the same by accident. */
  readonly named: ReadonlySet<string>
  /** Objects and lists. */
  readonly objects: ReadonlySet<string>
  /** A body that is not JSON, such as a file. */
  readonly raw: string
}

const REVERTING = /"(?:undoToken|logId|actionLogId)":/

function toldIn({ body = '' }: WireRequest, values: readonly unknown[] | null): Told {
  const raw = typeof body === 'string' ? body : Buffer.from(body).toString('utf8')
  const [texts, named, objects] = [new Set<string>(), new Set<string>(), new Set<string>()]
  const visit = (value: unknown, name: string): void => {
    if (typeof value === 'object' && value !== null) {
      objects.add(spelled(value))
      for (const [key, one] of Object.entries(value)) visit(one, Array.isArray(value) ? name : key)
    } else if (value !== null && value !== undefined) {
      named.add(`${name} ${toText(value)}`)
      if (typeof value === 'string') texts.add(toText(value))
    }
  }
  let isJson = true
  try {
    visit(JSON.parse(raw), '')
  } catch {
    isJson = false
  }
  // What was added on purpose is told by whatever name.
  for (const value of values ?? []) if (value !== true && value !== false) texts.add(toText(value))
  return { isReverting: REVERTING.test(raw), texts, named, objects, raw: isJson ? '' : raw }
}

/** JSON whose members are in order. */
const spelled = (value: unknown): string =>
  JSON.stringify(value, (_, one: unknown) =>
    isObject(one) ? Object.fromEntries(Object.entries(one).toSorted(([a], [b]) => (a < b ? -1 : 1))) : one,
  )

const TIME = /^\d{4}-\d\d-\d\d(T|$)/

const toText = (value: unknown): string => {
  const text = String(value)
  return TIME.test(text) && !Number.isNaN(Date.parse(text)) ? new Date(text).toISOString() : text.trim().toLowerCase()
}

/** Whether a request has said the value of a property. */
function isTold(name: string, value: unknown, told: Told): boolean {
  if (value === null || value === undefined || value === '') return false
  if (told.isReverting) return true
  if (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((one) => typeof one === 'string' && told.texts.has(toText(one)))
  )
    return true
  if (typeof value === 'object') return told.objects.has(spelled(value)) && Object.keys(value).length > 0
  const text = toText(value)
  if (told.named.has(`${name} ${text}`) || told.texts.has(text)) return true
  return typeof value === 'string' && value.length > 3 && told.raw.includes(value)
}

/** The fields of a row that are not as they were, and have what was told. */
function fieldsOf({ row, former }: ChangedRow, { kind, prefix, columns }: Part, told: Told): readonly Field[] {
  const isWritten = (property: string, value: unknown, before: unknown) =>
    JSON.stringify(value) !== JSON.stringify(before) && isTold(property, value, told)
  return [...columns].flatMap(([column, name]) => {
    if (name !== CUSTOM) return isWritten(name, row[column], former?.[column]) ? [{ kind, name: prefix + name }] : []
    const before = (former?.[column] ?? {}) as Values
    return Object.entries((row[column] ?? {}) as Values).flatMap(([key, value]) =>
      isWritten(key, value, before[key]) ? [{ kind, name: `cf_${key}` }] : [],
    )
  })
}

type Values = Readonly<Record<string, unknown>>

/** The property with the values of custom fields. */
const CUSTOM = 'custom'
