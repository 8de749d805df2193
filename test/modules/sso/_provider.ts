import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import Provider from 'oidc-provider'

/** Somebody who has an account at the provider. */
export interface ProviderPerson {
  readonly sub: string
  readonly email?: string
  readonly email_verified?: boolean
  readonly name?: string
  readonly groups?: readonly string[]
}

/** A client as the provider knows it. */
interface ProviderClient {
  readonly client_id: string
  readonly [property: string]: unknown
}

/** `oidc-provider` on a port of this machine, in which whoever is named is signed in. */
export interface TestProvider extends AsyncDisposable {
  readonly issuer: string
  readonly host: string
  /** Who signs in next. */
  person: ProviderPerson
  /** Whether it shows a page on which somebody has to press a button. */
  asks: boolean
  /** Adds a client whose callback is known by now. */
  addClient(client: ProviderClient): Promise<void>
  /** Opens a page of the provider as a browser does, until it leads elsewhere. */
  visit(url: string): Promise<URL>
  /** The logout tokens that it has sent to clients. */
  readonly logoutTokens: readonly string[]
  /** Confirms on the page of the provider that its session shall end. */
  endSession(url: string): Promise<void>
}

/** What all providers of a process sign with: making it takes half of what starting one does. */
let signingKey: KeyObject | undefined

/** Starts a provider. */
export async function startProvider(): Promise<TestProvider> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const host = `localhost:${port}`
  const issuer = `http://${host}`
  const people = new Map<string, ProviderPerson>()
  const clients = new Map<string, ProviderClient>()
  const logoutTokens: string[] = []
  const stores = new Map<string, Map<string, unknown>>()
  signingKey ??= generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
  const jwk = { ...signingKey.export({ format: 'jwk' }), alg: 'RS256', use: 'sig', kid: 'one' }

  /** Everything in memory; clients are those that tests have added. */
  class Store {
    readonly name: string
    constructor(name: string) {
      this.name = name
      if (!stores.has(name)) stores.set(name, new Map())
    }
    get #rows() {
      return stores.get(this.name)!
    }
    async upsert(id: string, payload: unknown) {
      this.#rows.set(id, payload)
    }
    async find(id: string) {
      return this.name === 'Client' ? clients.get(id) : this.#rows.get(id)
    }
    async findByUserCode() {
      return undefined
    }
    async findByUid(uid: string) {
      return [...this.#rows.values()].find((row) => (row as { uid?: string }).uid === uid)
    }
    async destroy(id: string) {
      this.#rows.delete(id)
    }
    async revokeByGrantId(grantId: string) {
      for (const [id, row] of this.#rows) if ((row as { grantId?: string }).grantId === grantId) this.#rows.delete(id)
    }
    async consume(id: string) {
      const row = this.#rows.get(id) as { consumed?: number } | undefined
      if (row) row.consumed = Math.floor(Date.now() / 1000)
    }
  }

  const provider = new Provider(issuer, {
    adapter: Store as never,
    jwks: { keys: [jwk] } as never,
    cookies: { keys: ['a key of the provider'] },
    scopes: ['openid', 'email', 'profile', 'groups'],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'], groups: ['groups'] },
    conformIdTokenClaims: false,
    features: {
      devInteractions: { enabled: false },
      backchannelLogout: { enabled: true },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: async (ctx: { body: unknown }, form: string) => {
          ctx.body = `${form}<script>document.forms[0].submit()</script>`
        },
      },
    },
    interactions: { url: (_ctx: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: async (_ctx: unknown, sub: string) => ({
      accountId: sub,
      claims: async () => ({ ...people.get(sub), sub }) as never,
    }),
    loadExistingGrant: async (ctx: never) => {
      const { oidc } = ctx as {
        oidc: {
          provider: Provider
          client: { clientId: string }
          session: { accountId: string; grantIdFor(clientId: string): string | undefined }
        }
      }
      // Another grant would make the codes of other tabs void.
      const given = oidc.session.grantIdFor(oidc.client.clientId)
      const known = given !== undefined && (await oidc.provider.Grant.find(given))
      if (known) return known
      const grant = new oidc.provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId })
      grant.addOIDCScope('openid email profile groups')
      await grant.save()
      return grant
    },
    // What it sends to clients is kept for the test to deliver.
    fetch: async (_url: URL, { body }: { body?: unknown }) => {
      logoutTokens.push(new URLSearchParams(String(body)).get('logout_token') ?? '')
      return new Response()
    },
    ttl: { Session: 3600, Grant: 3600, Interaction: 600, AccessToken: 600, IdToken: 600 },
  } as never)
  provider.proxy = false
  const state = { person: { sub: 'nobody' } as ProviderPerson, asks: false }
  const handle = provider.callback()
  server.on('request', (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return void handle(request, response)
    if (state.asks && request.method === 'GET')
      return void response
        .setHeader('content-type', 'text/html')
        .end('<!doctype html><form method="post"><button>Continue</button></form>')
    people.set(state.person.sub, state.person)
    void provider.interactionFinished(request, response, { login: { accountId: state.person.sub } })
  })

  const jar = new Map<string, string>()
  const send = async (url: URL, init: RequestInit = {}) => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(url, { ...init, redirect: 'manual', headers: { ...init.headers, cookie } })
    for (const set of answer.headers.getSetCookie()) {
      const [pair = ''] = set.split(';')
      const at = pair.indexOf('=')
      if (at < 0) continue
      const [name, value] = [pair.slice(0, at), pair.slice(at + 1)]
      if (value === '') jar.delete(name)
      else jar.set(name, value)
    }
    return answer
  }
  return {
    issuer,
    host,
    logoutTokens,
    get person() {
      return state.person
    },
    set person(person) {
      // Another person uses another browser.
      jar.clear()
      people.set(person.sub, person)
      state.person = person
    },
    get asks() {
      return state.asks
    },
    set asks(asks) {
      state.asks = asks
    },
    async addClient(client) {
      clients.set(client.client_id, client)
    },
    async visit(start) {
      let url = new URL(start)
      for (let step = 0; step < 10; step++) {
        const answer = await send(url)
        const location = answer.headers.get('location')
        if (!location)
          throw new Error(`${url.pathname} answers ${answer.status}: ${(await answer.text()).slice(0, 500)}`)
        url = new URL(location, url)
        if (url.host !== host) return url
      }
      throw new Error('The provider leads in circles')
    },
    async endSession(start) {
      const page = await (await send(new URL(start))).text()
      const [, action = ''] = /action="([^"]+)"/.exec(page) ?? []
      const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec(page) ?? []
      await send(new URL(action, start), {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ xsrf, logout: 'yes' }),
      })
    },
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
