import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Caller, defineCache, get, type Platform, post, signedIn, sql, toNodeHandler } from '@plinth/core'
import { toCaller } from '@plinth/core/internal'
import { internalRequests } from '@plinth/core/http'
import { defineAuthenticator } from '@plinth/core/security'
import { tenantA, tenantB } from '@plinth/testing'
import { z } from 'zod'
import { createItem, labModule } from './lab-module.ts'

const sessions = new Map<string, Caller>(
  [tenantA, tenantB].map(({ id, organization }) => [
    id,
    toCaller({ actor: 'platform', reason: 'caller', scope: { tenantId: id, organizationId: organization } }),
  ]),
)
const facts = defineCache<boolean>('lab.facts')
export const Read = z.object({ name: z.string().nullable(), count: z.int(), isReplica: z.boolean() })
const isReplica = sql<boolean>`pg_is_in_recovery()`

/** Callers have a tenant and, as their right, an item that is there. */
export const module = labModule({
  caches: [facts],
  authenticators: [
    defineAuthenticator({
      id: 'lab.item',
      carrier: 'header',
      async authenticate({ request, widenScope }) {
        const [tenantId = '', right] = request.headers.get('x-caller')?.split(' ') ?? []
        if (right === undefined) return null
        const { rows } = await widenScope('allTenants', 'find the caller', ({ db }) =>
          sql`select from items where name = ${right} and not ${isReplica}`.execute(db),
        )
        return rows.length > 0 ? sessions.get(tenantId)! : null
      },
    }),
  ],
  routes: [
    post('/items', createItem),
    get(
      '/items/{name}',
      { access: signedIn, params: z.object({ name: z.string() }), response: Read },
      async ({ db, params }) => {
        const { rows } = await sql<z.infer<typeof Read>>`select max(name) filter (where name = ${params.name}) as name,
          count(*) as count, ${isReplica} as "isReplica" from items`.execute(db)
        return rows[0]!
      },
    ),
    get('/facts', { access: signedIn, response: z.array(z.boolean()) }, async ({ db, cached }) => {
      const ask = async () => (await sql<{ is: boolean }>`select ${isReplica} as is`.execute(db)).rows[0]!.is
      const before = await ask()
      const kept = await cached(facts, 'one', async () => ({ value: await ask(), tags: ['fact'] }))
      return [before, kept]
    }),
    get(
      '/between/{name}',
      { access: signedIn, params: z.object({ name: z.string() }), response: z.array(z.unknown()) },
      async ({ db, params: { name }, run, request, inject }) => {
        const find = async (sought: string) =>
          (await sql<{ is: boolean }>`select ${isReplica} as is from items where name = ${sought}`.execute(db)).rows[0]
            ?.is
        const before = await find('right')
        await run(createItem, { name })
        const own = await find(name)
        const inside = {
          method: 'POST',
          path: '/items',
          body: { name: `${name}-inside` },
          credential: { request },
        } as const
        await inject(internalRequests).serve(inside)
        return [before, own, await find(`${name}-inside`)]
      },
    ),
    get('/wrong', { access: signedIn, response: z.unknown() }, ({ db }) => sql`select 1 / 0`.execute(db)),
  ],
})

/** A platform behind a port. */
export class Host implements AsyncDisposable {
  readonly platform: Platform
  readonly #server: ReturnType<typeof createServer>

  private constructor(platform: Platform, server: ReturnType<typeof createServer>) {
    this.platform = platform
    this.#server = server
  }

  static async open(platform: Platform): Promise<Host> {
    await platform.start({ workers: false })
    const server = createServer(toNodeHandler(platform))
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    return new Host(platform, server)
  }

  get isReplicaUsed(): boolean {
    return this.platform.reads().some(({ server, isUsed }) => server !== 'primary' && isUsed)
  }

  async ask(path: string, init: RequestInit = {}, caller = `${tenantA.id} right`) {
    const { port } = this.#server.address() as AddressInfo
    const headers = { 'content-type': 'application/json', 'x-caller': caller }
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers, ...init })
    return { status: answer.status, body: (await answer.json()) as unknown }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await this.platform.close()
  }
}
