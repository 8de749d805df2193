import { type Caller, type Platform, sql } from '@plinth/core'
import { toCaller } from '@plinth/core/internal'
import type { HostOptions } from '@plinth/host'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { UsageError } from '../terminal.ts'
import { replayUndo, type UndoReplay } from './replay-undo.ts'
import { tryRoutes } from './try-routes.ts'

/** What the deployed version did on the migrated copy. */
export interface FormerReplay {
  /** How many reads and writes were tried. */
  readonly tried: number
  /** Those that worked before the migration and fail after it. */
  readonly failed: readonly { readonly what: string; readonly reason: string }[]
  readonly undo: UndoReplay
}

/** The deployed version of the product, in a folder with the packages that it uses. */
export interface FormerVersion {
  /** Starts it on a database without migrating, and tries its routes: the reason of each failure, null for each success. */
  tryRoutes(url: string): Promise<ReadonlyMap<string, string | null>>
  /** Starts it on a database without migrating, and undoes its newest actions in dry runs. */
  replayUndo(url: string, entries: number): Promise<UndoReplay>
}

type Core = typeof import('@plinth/core')
type Host = typeof import('@plinth/host')

/** What is tried before all else. */
export const START = 'start'

/** Loads the deployed version with its own packages, so that both versions are in this process. */
export async function loadFormer(
  folder: string,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<FormerVersion> {
  const names = ['plinth.config.ts', 'plinth.config.js', 'plinth.config.mjs']
  const file = names.map((name) => join(resolve(folder), name)).find((name) => existsSync(name))
  if (file === undefined)
    throw new UsageError(`${folder} has no plinth.config.ts: name the folder of the deployed version`)
  const { resolve: find } = createRequire(file)
  const load = async (name: string): Promise<unknown> => import(pathToFileURL(locate(find, { name, folder })).href)
  const [core, hosting, product] = (await Promise.all([
    load('@plinth/core'),
    load('@plinth/host'),
    import(pathToFileURL(file).href),
  ])) as [Core, Host, { readonly host?: HostOptions }]
  if (!product.host) throw new UsageError(`${file} exports no \`host\``)
  const host: HostOptions = { environment, ...product.host }
  const start = async (url: string) => {
    const context = hosting.toHostContext(await hosting.readSettings(host))
    const composed = await hosting.toPlatformOptions(host, context)
    const services = typeof host.services === 'function' ? host.services(context) : (host.services ?? [])
    const visitor = createVisitor()
    const platform = await core.createPlatform({
      ...composed,
      services,
      modules: [...composed.modules, visitor.module],
      rateLimits: { enabled: false },
      database: { url, privilegedLogin: true },
      log: SILENT,
    })
    await platform.start({ workers: false })
    return { platform, visitor }
  }
  return {
    async tryRoutes(url) {
      const started = await start(url).catch((error: Error) => error.message)
      if (typeof started === 'string') return new Map([[START, started]])
      const { platform, visitor } = started
      await using _closed = platform
      const results = new Map<string, string | null>([[START, null]])
      for (const caller of await findCallers(platform))
        for (const [what, reason] of await tryRoutes(platform, { caller, headersOf: visitor.headersOf }))
          if (results.get(what) !== null) results.set(what, reason)
      return results
    },
    async replayUndo(url, entries) {
      const { platform } = await start(url)
      await using closed = platform
      return await replayUndo(closed, entries)
    },
  }
}

function locate(find: (name: string) => string, { name, folder }: { name: string; folder: string }): string {
  try {
    return find(name)
  } catch {
    throw new UsageError(`${folder} lacks ${name}: install its packages there, with npm ci`)
  }
}

/** A credential that only this process knows, which may do everything in a tenant. */
function createVisitor() {
  const secret = randomBytes(32).toString('hex')
  const callers = new Map<string, Caller>()
  return {
    module: {
      id: 'plinth_rehearsal',
      title: 'Rehearsal',
      authenticators: [
        {
          id: 'plinth_rehearsal.visitor',
          carrier: 'header' as const,
          authenticate: ({ request }: { readonly request: { readonly headers: Headers } }) =>
            callers.get(request.headers.get('x-plinth-rehearsal') ?? '') ?? null,
        },
      ],
    },
    headersOf(caller: Caller): Readonly<Record<string, string>> {
      const key = `${secret}${caller.scope.tenantId}`
      callers.set(key, caller)
      return { 'x-plinth-rehearsal': key }
    },
  }
}

/** Tenants whose data is tried: those with the newest actions. */
const TENANTS = 3

async function findCallers(platform: Platform): Promise<readonly Caller[]> {
  const places = await platform.widenScope('allTenants', 'rehearse requests', async ({ db }) => {
    const { rows } = await sql<{ tenantId: string; organizationId: string | null }>`
      select tenant_id as "tenantId", (array_agg(organization_id) filter (where organization_id is not null))[1] as "organizationId"
      from plinth.action_log group by tenant_id order by max(created_at) desc limit ${TENANTS}`.execute(db)
    return rows
  })
  return places.map((place) => {
    const { actor, scope } = toCaller({ actor: 'platform', reason: 'rehearse requests', scope: place })
    return { actor: { ...actor, isSuperAdmin: true }, scope }
  })
}

const SILENT = { debug() {}, info() {}, warn() {}, error() {} }
