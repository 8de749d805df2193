import { anonymous } from '../acl/grants.ts'
import { toPlatformError } from '../data/database-errors.ts'
import type { Locator, UnplacedRequest } from '../define/authenticator.ts'
import { brokenSetup, PlatformError } from '../errors.ts'
import { readCookie, wire } from '../http/wire.ts'
import { toErrorAnswer } from '../pipeline/answer.ts'
import { type App, forwardAll } from '../pipeline/app.ts'
import { readForm, readJson } from '../pipeline/input.ts'
import type { Platform } from './platform.ts'

/** Where tenants are. */
export interface DatabasesOptions {
  /** By the name of the database. All are of the same modules and secret. */
  readonly platforms: Readonly<Record<string, Platform>>
  /** The name of the database that has everything of a tenant; undefined for one that is unknown. */
  readonly tenantDatabase: (tenantId: string) => string | undefined
  /** Answers what names no tenant, a sign-up among it. */
  readonly others: string
}

/** Platforms of one process behind one application, each with a database and whole tenants of its own. */
export interface Databases extends AsyncDisposable {
  readonly app: App
  readonly fetch: (request: Request) => Promise<Response>
  /** The platform of a tenant, to work outside a request. Throws for a tenant that is in no database. */
  of(tenantId: string): Platform
  migrate(): Promise<void>
  start(options?: { workers?: boolean }): Promise<void>
  /** Runs the waiting jobs of all databases, and returns how many it ran. */
  runJobs(): Promise<number>
  isHealthy(): Promise<boolean>
  close(): Promise<void>
}

interface Candidates {
  readonly platforms: readonly Platform[]
  readonly asksNext?: Locator['asksNext']
}

/**
 * Puts one application before several databases: a request goes to the platform whose database has the tenant that it
 * names, by a token, a key, a link, an address or an id. Nothing is joined, and no platform knows of the others.
 *
 * @example
 * const databases = routeDatabases({ platforms: { eu, us }, tenantDatabase: (id) => places.get(id), others: 'eu' })
 * createServer(toNodeHandler(databases)).listen(3000)
 */
export function routeDatabases({ platforms: named, tenantDatabase, others }: DatabasesOptions): Databases {
  const platforms = Object.values(named)
  const rest = named[others]
  if (!rest) throw brokenSetup(`There is no database '${others}' to answer what names no tenant`)
  const locators = rest.modules
    .flatMap((module) => module.locators ?? [])
    .toSorted((one, other) => Number(one.carrier === 'cookie') - Number(other.carrier === 'cookie'))

  const find = (tenantId: string): Platform | undefined => {
    const name = tenantDatabase(tenantId)
    if (name === undefined) return undefined
    const platform = named[name]
    if (!platform) throw brokenSetup(`Tenant ${tenantId} is said to be in a database '${name}', which is none`)
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
        platforms.map((platform) => platform.as(anonymous, async (ctx) => has?.(ctx, what.value)).catch(toUnknown)),
      )
      const having = platforms.filter((_, index) => held[index])
      // One that is away may have it. Who is not found elsewhere hears from it that it is away.
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
      await rest.as(anonymous, async ({ log }) => log.error({ err: error }, 'no database was chosen for a request'))
      const { status, body, headers } = toErrorAnswer(error)
      return Response.json(body, { status, headers: { ...headers, 'x-request-id': crypto.randomUUID() } })
    })

  const close = async () => void (await Promise.all(platforms.map((platform) => platform.close())))
  return {
    app: forwardAll(answer),
    fetch: answer,
    of(tenantId) {
      const platform = find(tenantId)
      if (!platform) throw brokenSetup(`Tenant ${tenantId} is in no database`)
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
    isHealthy: async () => (await Promise.all(platforms.map((platform) => platform.isHealthy()))).every(Boolean),
    close,
    [Symbol.asyncDispose]: close,
  }
}

/** For a database that does not answer. */
function toUnknown(error: unknown): null {
  const known = toPlatformError(error)
  if (known instanceof PlatformError && known.code === 'unavailable') return null
  throw error
}

/** The same request once more; a copy does not know from which address it came. */
function copyOf(request: Request & { readonly ip?: string }): Request {
  return Object.defineProperty(request.clone(), 'ip', { value: request.ip })
}

/** Bytes of a body that is looked into; credentials and addresses are in none that is larger. */
const MOST = 64 * 1024

/** A request as locators see it. The body is read from a copy. */
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
    // The platform that gets it says what is wrong with it.
    if (error instanceof PlatformError) return {}
    throw error
  }
}
