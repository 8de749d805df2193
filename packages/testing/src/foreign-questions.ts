import { open, type Route } from '@plinth/core'
import { NO_SCOPE } from '@plinth/core/data'
import { z } from 'zod'
import { attacksOn, type IdTables } from './attacks.ts'
import type { ForeignRows } from './foreign-rows.ts'
import type { Fixture } from './isolation-fixture.ts'
import { type RouteRequest, toWire, type WireRequest } from './route-request.ts'
import { type Asked, toAsked } from './state-comparison.ts'

interface Asking {
  /** A request that succeeds. */
  readonly base: RouteRequest
  readonly idTables: IdTables
  readonly foreign: ForeignRows
}

/**
 * What a caller could ask a route to learn of another tenant: with ids of their own and of foreign rows, with each parameter that
 * takes a text, and with what foreign rows contain in the place of texts of the path and of the body.
 */
export function foreignQuestions(
  fixture: Fixture,
  route: Route,
  { base, idTables, foreign }: Asking,
): readonly Asked[] {
  const named = attacksOn(fixture, route, { base, idTables })
    .filter(({ target, tenantIn }) => tenantIn === null && (target === 'own' || target === 'foreign'))
    .map(({ request }) => request)
  const all = [...named, ...varied(route, base, foreign).map((request) => toWire(route, request))]
  const distinct = [...new Map(all.map((one) => [textOf(one), one])).values()]
  return distinct.map((request) => {
    const asked = toAsked(fixture.app, route, request)
    // Whoever knows an address may ask for a link to be sent to it.
    return { ...asked, isForEverybody: route.spec.access === open && asked.text.includes(foreign.mark) }
  })
}

const textOf = ({ method, path, body }: WireRequest) =>
  `${method} ${path} ${typeof body === 'object' ? Buffer.from(body).toString('base64') : body}`

function varied(route: Route, base: RouteRequest, foreign: ForeignRows): readonly RouteRequest[] {
  const requests: RouteRequest[] = []
  if (route.method === 'GET')
    for (const [name, schema] of Object.entries(shapeOf(route.spec.query)))
      for (const value of textsFor(route, foreign, { name, schema }))
        requests.push({ ...base, query: { ...base.query, [name]: value } })
  const params = takenIn(
    route,
    foreign,
    [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, z.string()]),
  )
  if (Object.keys(params).length > 0) requests.push({ ...base, params: { ...base.params, ...params } })
  const { body } = base
  if (typeof body === 'object' && body !== null && !Array.isArray(body) && !(body instanceof Uint8Array)) {
    const taken = takenIn(route, foreign, Object.entries(shapeOf(route.spec.body)))
    if (Object.keys(taken).length > 0) requests.push({ ...base, body: { ...body, ...taken } })
  }
  return requests
}

const shapeOf = (schema: z.ZodType | undefined) =>
  schema instanceof z.ZodObject ? (schema.shape as Readonly<Record<string, z.ZodType>>) : {}

/** Begins every text of planted rows, own and foreign. */
const SHARED = 'canary'

interface Parameter {
  readonly name: string
  readonly schema: z.ZodType
}

/** What a parameter of a list can be: a text that own and foreign rows contain, and those that only foreign rows have. */
function textsFor(route: Route, foreign: ForeignRows, { name, schema }: Parameter): readonly string[] {
  if (name === 'format') return ['csv', 'json'].filter((value) => schema.safeParse(value).success)
  if (/^(page|tenantId$|organizationId$)|Ids?$|^ids?$/.test(name)) return []
  const taken = foreign.valuesOf(name, route)
  return [SHARED, ...(taken.length > 0 ? taken : [foreign.mark])].filter((value) => schema.safeParse(value).success)
}

/** Members with what foreign rows contain in columns of their names. */
function takenIn(
  route: Route,
  foreign: ForeignRows,
  members: readonly (readonly [name: string, schema: z.ZodType])[],
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    members.flatMap(([name, schema]) => {
      const taken = foreign.valuesOf(name, route).find((value) => schema.safeParse(value).success)
      return taken === undefined ? [] : [[name, taken] as const]
    }),
  )
}

/** Scheduled jobs, which must do to the rows of one tenant what they do without the other. */
export function foreignJobs({ app }: Fixture): readonly Asked[] {
  const jobs = app.platform.modules.flatMap(({ jobs = [] }) => jobs).filter(({ schedule }) => schedule !== undefined)
  return jobs.map((job) => ({
    name: `job ${job.id}`,
    isVariedRead: false,
    isRead: false,
    isForEverybody: true,
    text: '',
    howTo: `enqueue(${job.id}, {})`,
    async send() {
      await app.platform.actAs({ actor: 'platform', reason: 'isolation check', scope: NO_SCOPE }, async ({ enqueue }) =>
        enqueue(job, {}),
      )
      return { status: 200, body: undefined, text: '', headers: new Headers(), operation: null }
    },
  }))
}
