import type { Route } from '@plinth/core'
import { z } from 'zod'
import { aimed, attacksOn, type IdTables, type Targets } from './attacks.ts'
import { type RouteRequest, toWire, type WireRequest } from './route-request.ts'
import type { HiddenRows } from './state-comparison.ts'
import type { TenantTable } from './tenant-tables.ts'

/** What is planted: rows that are hidden, or rows with hidden fields, which are those of `sibling`. */
export interface Planted extends HiddenRows, Targets {
  readonly kinds: ReadonlyMap<string, TenantTable>
  /** Log entries about what is hidden, and tokens that undo them. */
  readonly entries: readonly { readonly id: string; readonly undoToken: string }[]
}

interface Asking {
  /** A request that succeeds. */
  readonly base: RouteRequest
  readonly idTables: IdTables
}

/** A request, and whether it asks another question about the rows that the other requests of its route read as well. */
export interface VisibilityRequest {
  readonly request: WireRequest
  readonly isVariedRead: boolean
}

/**
 * The requests of a route that could tell something of hidden rows: those that name one, each parameter of lists with what hidden
 * rows contain, each format, and log entries about hidden rows.
 */
export function visibilityRequests(
  fixture: Planted,
  route: Route,
  { base, idTables }: Asking,
): readonly VisibilityRequest[] {
  const attacks = attacksOn(fixture, route, { base, idTables }).filter(
    ({ target, tenantIn }) => tenantIn === null && (target === 'own' || target === 'sibling'),
  )
  const named = attacks.map(({ request }) => ({ request, isVariedRead: false }))
  const varied = variationsOf(fixture, route).map((variation) => ({
    request: toWire(route, withVariation(base, variation)),
    isVariedRead: route.method === 'GET',
  }))
  const all = [...varied, ...named]
  return [...new Map(all.map((one) => [textOf(one.request), one])).values()]
}

/** A request of the route that combines several of these, chosen by `random`, which returns numbers from 0 to 1. */
export function combinedRequest(
  fixture: Planted,
  route: Route,
  { base, idTables, random }: Asking & { readonly random: () => number },
): WireRequest {
  const pick = <T>(values: readonly T[]) => values[Math.floor(random() * values.length)]
  const target = pick(['own', 'sibling'] as const)!
  const members = pick(['all', 'needed'] as const)!
  const start = random() < 0.5 ? base : aimed({ fixture, route, idTables }, { base, members, target })
  const variations = [...variationsOf(fixture, route), ...namedByBody(fixture, route)]
  const chosen = Array.from({ length: 1 + Math.floor(random() * 3) }, () => pick(variations) ?? {})
  return toWire(route, chosen.reduce(withVariation, start))
}

const textOf = ({ method, path, body }: WireRequest) =>
  `${method} ${path} ${typeof body === 'object' ? Buffer.from(body).toString('base64') : body}`

/** Members of the query or of the body that a request has in addition. */
interface Variation {
  readonly query?: Readonly<Record<string, string>>
  readonly body?: object
}

function withVariation(request: RouteRequest, { query, body }: Variation): RouteRequest {
  const isObject = request.body === undefined || (typeof request.body === 'object' && !Array.isArray(request.body))
  return {
    ...request,
    ...(query && { query: { ...request.query, ...query } }),
    ...(body && isObject && { body: { ...(request.body as object | undefined), ...body } }),
  }
}

/** Each parameter of a list with each of its values; elsewhere each entry of the log, and each hidden record. */
function variationsOf(fixture: Planted, route: Route): readonly Variation[] {
  if (route.method === 'GET') {
    const shape = shapeOf(route.spec.query)
    const each = Object.entries(shape).flatMap(([name, schema]) =>
      valuesOf(fixture, name, schema).map((value) => ({ query: { [name]: value } })),
    )
    return [...each, ...recordsNamed(fixture, shape).map((query) => ({ query }))]
  }
  const shape = shapeOf(route.spec.body)
  const each = Object.keys(shape).flatMap((name) =>
    entriesNamed(fixture, name)
      .slice(0, MOST_CHOICES)
      .map((value) => ({ body: { [name]: value } })),
  )
  return [...each, ...recordsNamed(fixture, shape).map((body) => ({ body }))]
}

/** Each member of a body with the id of a hidden row, and with what hidden rows contain. */
function namedByBody(fixture: Planted, route: Route): readonly Variation[] {
  const { sibling } = fixture.actors
  const ids = [...fixture.kinds.values()].map((table) => fixture.idOf(table, sibling))
  return Object.keys(shapeOf(route.spec.body))
    .filter((name) => name !== 'tenantId')
    .flatMap((name) => [sibling.mark, null, ...ids].map((value) => ({ body: { [name]: value } })))
}

const shapeOf = (schema: z.ZodType | undefined) =>
  schema instanceof z.ZodObject ? (schema.shape as Readonly<Record<string, z.ZodType>>) : {}

/** The most values of one parameter. */
const MOST_CHOICES = 6

function valuesOf(fixture: Planted, name: string, schema: z.ZodType): readonly string[] {
  const { mark } = fixture.actors.sibling
  const entries = entriesNamed(fixture, name)
  if (entries.length > 0) return entries.slice(0, MOST_CHOICES)
  const choices = choicesIn(schema)
  if (choices.length > 0) return choices.slice(0, MOST_CHOICES)
  if (name === 'format') return ['csv', 'json']
  if (/^page/i.test(name)) return ['1', '2']
  if (name === 'tenantId') return []
  const texts = [mark, mark.slice(0, 'canary-sibling'.length)].filter((value) => schema.safeParse(value).success)
  if (texts.length > 0) return texts
  return schema.safeParse('true').success ? ['true'] : []
}

/** The values of an enumeration, also of one that is optional or has a default. */
function choicesIn(schema: z.ZodType): readonly string[] {
  const { options, def } = schema as { options?: readonly unknown[]; def?: { innerType?: z.ZodType; in?: z.ZodType } }
  if (options?.every((one) => typeof one === 'string')) return options
  const inner = def?.innerType ?? def?.in
  return inner ? choicesIn(inner) : []
}

/** Entries of the log, where a parameter names one. */
function entriesNamed({ entries }: Planted, name: string): readonly string[] {
  if (name === 'undoToken') return entries.map(({ undoToken }) => undoToken)
  return name === 'logId' || name === 'actionLogId' ? entries.map(({ id }) => id) : []
}

const KIND = /^(entityId|entityType|entity|resourceKind|kind)$/
const RECORD = /^(recordId|resourceId|toRecordId)$/

/** Each hidden row by its kind and id, where a request names records of any kind. */
function recordsNamed(
  fixture: Planted,
  shape: Readonly<Record<string, z.ZodType>>,
): readonly Readonly<Record<string, string>>[] {
  const [kindName, recordName] = [KIND, RECORD].map((names) => Object.keys(shape).find((name) => names.test(name)))
  if (kindName === undefined || recordName === undefined) return []
  return [...fixture.kinds].flatMap(([kind, table]) =>
    [kind, kind.replace('.', ':')].map((spelled) => ({
      [kindName]: spelled,
      [recordName]: fixture.idOf(table, fixture.actors.sibling),
    })),
  )
}
