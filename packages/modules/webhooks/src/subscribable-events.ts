import { composition, type Context, type Module, type Route } from '@plinth/core'
import { z } from 'zod'

/** An event that endpoints can subscribe to: something has happened to a record that a route returns. */
export interface SubscribableEvent {
  readonly id: string
  /** The route with which the record is read. */
  readonly route: Route
  /** The parameters that the route needs, whose values are members of the event with the same names. */
  readonly parameters: readonly string[]
  /** The parameter that has the id of the record; null if the path has it. */
  readonly filter: 'id' | 'ids' | null
  /** Whether the route returns several records, if `ids` has their ids. */
  readonly isList: boolean
  /** Whether the record is gone, so that only its id can be told. */
  readonly isDeletion: boolean
  /** The record, as the route returns it. */
  readonly record: z.ZodType
}

export type SubscribableEvents = ReadonlyMap<string, SubscribableEvent>

/** Subscribes to all events. */
export const EVERY_EVENT = '*'

const known = new WeakMap<readonly Module[], SubscribableEvents>()

/** The events of the composed modules that endpoints can subscribe to, by id. */
export const subscribableEvents = ({ inject }: Pick<Context, 'inject'>): SubscribableEvents =>
  findSubscribableEvents(inject(composition).modules)

/**
 * Finds the events whose record has a route: the list at the path of the commands of its kind, or a route that declares that it
 * `reads` this kind. Other events, such as those of sign-ins, have nothing that says who may read them.
 */
export function findSubscribableEvents(modules: readonly Module[]): SubscribableEvents {
  let found = known.get(modules)
  if (!found) {
    const findRead = createFinder(modules.flatMap((module) => module.routes ?? []))
    const events = modules.flatMap((module) => Object.values(module.events ?? {}))
    found = new Map(
      events.flatMap(({ id, payload }) => {
        const told = payload instanceof z.ZodObject ? payload.shape : {}
        const read = isRecordId(told['id']) ? findRead(kindOf(id), Object.keys(told)) : undefined
        return read ? [[id, { id, ...read, isDeletion: /\.(deleted|removed)$/.test(id) }] as const] : []
      }),
    )
    known.set(modules, found)
  }
  return found
}

/** Deliveries name their record by its id. */
const isRecordId = (schema: z.ZodType | undefined) => schema instanceof z.ZodUUID || schema instanceof z.ZodGUID

/** The kind of a record: `catalog.product` of `catalog.product.created`. */
export const kindOf = (event: string) => event.slice(0, event.lastIndexOf('.'))

type Read = Omit<SubscribableEvent, 'id' | 'isDeletion'>

/** Finds how records of a kind are read. The routes are sorted once for all kinds. */
function createFinder(routes: readonly Route[]) {
  const writes = Map.groupBy(routes, ({ command, spec }) => (command ?? spec.runs)?.resource)
  const reads = routes.filter(({ method }) => method === 'GET')
  return (kind: string, told: readonly string[]): Read | undefined => {
    const written = new Set(writes.get(kind)?.map(({ path }) => path))
    const candidates = reads.filter(({ path, spec }) => written.has(path) || readsOf(spec.reads) === kind)
    // The list of the kind itself before routes that return something else about it.
    const inOrder = candidates.toSorted((one, other) => Number(written.has(other.path)) - Number(written.has(one.path)))
    for (const route of inOrder) {
      const read = toRead(route, told)
      if (read) return read
    }
    return undefined
  }
}

const readsOf = (reads: Route['spec']['reads']) => (typeof reads === 'string' ? reads : reads?.kind)

/** How a route returns one record; undefined if it cannot. */
function toRead(route: Route, told: readonly string[]): Read | undefined {
  const { path, spec } = route
  const { query, response, http } = spec
  if (http?.contentType !== undefined || !(response instanceof z.ZodObject)) return undefined
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
  const members = query instanceof z.ZodObject ? (query.shape as Readonly<Record<string, z.ZodType>>) : {}
  const needed = Object.keys(members).filter((name) => members[name]!._zod.optin === undefined)
  const parameters = [...inPath, ...needed]
  if (!parameters.every((name) => told.includes(name))) return undefined
  const { items } = response.shape as { readonly items?: z.ZodType }
  if (!items) {
    if (!inPath.includes('id')) return undefined
    return { route, parameters, filter: null, isList: false, record: response }
  }
  const filter = (['id', 'ids'] as const).find((name) => name in members)
  if (filter === undefined || !(items instanceof z.ZodArray)) return undefined
  const isList = 'ids' in members && 'pageSize' in members
  return { route, parameters, filter, isList, record: items.element as z.ZodType }
}
