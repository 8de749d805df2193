import { anonymous } from '../acl/callers.ts'
import { isUnavailable } from '../data/connection/database-errors.ts'
import type { Locator, UnplacedRequest } from '../define/database-locator.ts'
import { brokenSetup, PlatformError } from '../errors.ts'
import { readCookie } from '../http/cookies.ts'
import { wire } from '../http/wire.ts'
import { toErrorAnswer } from '../http/error-answer.ts'
import { type App, forwardAll } from '../request/app.ts'
import { readForm, readJson } from '../request/read-body.ts'
import type { Health } from './health.ts'
import type { Platform } from './platform.ts'

/** The distribution of tenants over databases. */
export interface DatabasesOptions {
  /** Platforms by database name. All have the same modules and secret. */
  readonly platforms: Readonly<Record<string, Platform>>
  /** The name of the database that contains a tenant; undefined if the tenant is unknown. */
  readonly tenantDatabase: (tenantId: string) => string | undefined
  /** The database for requests that name no tenant, such as sign-ups. */
  readonly others: string
}

/** Several platforms in one process behind one application, each with its own database and its own tenants. */
export interface Databases extends AsyncDisposable {
  readonly app: App
  readonly fetch: (request: Request) => Promise<Response>
  /** The platform of a tenant, for work outside requests. Throws for a tenant that is in none of the databases. */
  of(tenantId: string): Platform
  migrate(): Promise<void>
  start(options?: { workers?: boolean }): Promise<void>
  /** Runs the queued jobs of all databases, and returns how many it ran. */
  runJobs(): Promise<number>
  isHealthy(): Promise<boolean>
  health(): Promise<Health>
  close(): Promise<void>
}

interface Candidates {
  readonly platforms: readonly Platform[]
  readonly asksNext?: Locator['asksNext']
}

/**
 * Routes the requests of one application to several databases: each goes to the platform whose database contains the tenant that
 * it names by a token, a key, a link, an address or an id. Nothing is joined across databases, and the platforms are
 * independent.
 *
 * @example
 * const databases = routeDatabases({ platforms: { eu, us }, tenantDatabase: (id) => places.get(id), others: 'eu' })
 * createServer(toNodeHandler(databases)).listen(3000)
 */
export function routeDatabases({ platforms: named, tenantDatabase, others }: DatabasesOptions): Databases {
  const platforms = Object.values(named)
  const rest = named[others]
  if (!rest) throw brokenSetup(`There is no database '${others}' for requests that name no tenant`)
  const locators = rest.modules
    .flatMap((module) => module.locators ?? [])
    .toSorted((one, other) => Number(one.carrier === 'cookie') - Number(other.carrier === 'cookie'))

  const find = (tenantId: string): Platform | undefined => {
    const name = tenantDatabase(tenantId)
    if (name === undefined) return undefined
    const platform = named[name]
    if (!platform) throw brokenSetup(`Tenant ${tenantId} is assigned to the database '${name}', which does not exist`)
    return platform
  }

  const locate = async (request: Request): Promise<Candidates> => {
    const unplaced = toUnplaced(request)
    for (const { named: name, has, asksNext } of locators) {
      const what = await name(unplaced)
      if (what === null) continue
      if ('tenantId' in what) {
        const platform = find(what.tenantId)
        if (platform) return { platforms: [platform] }
        continue
      }
      const held = await Promise.all(
        platforms.map((platform) => platform.actAs(anonymous, async (ctx) => has?.(ctx, what.value)).catch(toUnknown)),
      )
      const having = platforms.filter((_, index) => held[index])
      // A database that is unavailable may contain it. If no other one does, respond that it is unavailable.
      const unknown = platforms.filter((_, index) => held[index] === null)
      const [first = rest, ...next] = [...having, ...unknown]
      return { platforms: [first, ...next], ...(asksNext && { asksNext }) }
    }
    return { platforms: [rest] }
  }

  const route = async (request: Request): Promise<Response> => {
    const {
      platforms: [first = rest, ...next],
      asksNext,
    } = await locate(request)
    if (next.length === 0 || !asksNext) return first.fetch(request)
    let answered = await first.fetch(copyOf(request))
    for (const platform of next) {
      if (!asksNext(answered.status)) break
      await answered.body?.cancel()
      answered = await platform.fetch(copyOf(request))
    }
    return answered
  }

  const answer = (request: Request): Promise<Response> =>
    route(request).catch(async (error: unknown) => {
      await rest.actAs(anonymous, async ({ log }) => log.error({ err: error }, 'no database was chosen for a request'))
      const { status, body, headers } = toErrorAnswer(error)
      return Response.json(body, { status, headers: { ...headers, 'x-request-id': crypto.randomUUID() } })
    })

  const close = async () => void (await Promise.all(platforms.map((platform) => platform.close())))
  const health = async (): Promise<Health> => {
    const found = await Promise.all(platforms.map((platform) => platform.health()))
    const findings = [...new Set(found.flatMap((one) => one.findings))]
    return { isHealthy: found.every(({ isHealthy }) => isHealthy), findings }
  }
  return {
    app: forwardAll(answer),
    fetch: answer,
    of(tenantId) {
      const platform = find(tenantId)
      if (!platform) throw brokenSetup(`Tenant ${tenantId} is not assigned to any database`)
      return platform
    },
    async migrate() {
      for (const platform of platforms) await platform.migrate()
    },
    start: async (options) => void (await Promise.all(platforms.map((platform) => platform.start(options)))),
    runJobs: async () => {
      const done = await Promise.all(platforms.map((platform) => platform.runJobs()))
      return done.reduce((sum, jobs) => sum + jobs, 0)
    },
    isHealthy: async () => (await health()).isHealthy,
    health,
    close,
    [Symbol.asyncDispose]: close,
  }
}

/** The response when a database is unavailable. */
function toUnknown(error: unknown): null {
  if (isUnavailable(error)) return null
  throw error
}

/** Clones the request for another attempt; a clone does not have the client's address. */
function copyOf(request: Request & { readonly ip?: string }): Request {
  return Object.defineProperty(request.clone(), 'ip', { value: request.ip })
}

/** Maximum size in bytes of a body that is inspected; bodies with credentials or addresses are smaller. */
const MOST = 64 * 1024

/** A request as locators see it. The body is read from a clone. */
function toUnplaced(request: Request): UnplacedRequest {
  const { pathname, searchParams } = new URL(request.url)
  const base = wire.basePaths.find((one) => one !== '' && pathname.startsWith(`${one}/`)) ?? ''
  let body: Promise<Readonly<Record<string, unknown>>> | undefined
  return {
    method: request.method,
    path: pathname.slice(base.length),
    query: searchParams,
    headers: request.headers,
    cookie: (name) => readCookie(request.headers.get('cookie'), name),
    body: () => (body ??= readBodyMembers(request)),
  }
}

async function readBodyMembers(request: Request): Promise<Readonly<Record<string, unknown>>> {
  if (request.body === null) return {}
  const copy = request.clone()
  const isJson = /\bjson\b/i.test(copy.headers.get('content-type') ?? '')
  try {
    const members = isJson ? await readJson(copy, MOST) : await readForm(copy, MOST)
    return typeof members === 'object' && members !== null ? { ...members } : {}
  } catch (error) {
    // The platform that receives it reports the error.
    if (error instanceof PlatformError) return {}
    throw error
  }
}
