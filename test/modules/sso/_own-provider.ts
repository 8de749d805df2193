import { createHmac, generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A key of the provider, by which tokens are signed. */
export interface ProviderKey {
  readonly kid: string | undefined
  readonly alg: 'RS256' | 'ES256'
  readonly privateKey: KeyObject
  readonly jwk: object
}

/** A new key. It is not published. */
export function newKey(kid: string | undefined = randomUUID(), bits = 2048): ProviderKey {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: bits })
  const jwk = { ...publicKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', ...(kid !== undefined && { kid }) }
  return { kid, alg: 'RS256', privateKey, jwk }
}

/** What providers of a process sign with first: making a key takes half of what starting one does. */
let firstKey: ProviderKey | undefined

type Claims = Record<string, unknown>

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** A token signed by a key. */
export function signBy({ kid, alg, privateKey }: ProviderKey, claims: Claims): string {
  const text = `${encode({ alg, ...(kid !== undefined && { kid }) })}.${encode(claims)}`
  return `${text}.${sign('sha256', Buffer.from(text), privateKey).toString('base64url')}`
}

/** A token without a signature. */
export const unsigned = (claims: Claims): string => `${encode({ alg: 'none' })}.${encode(claims)}.`

/** A token signed with a text that both sides know. */
export function signWith(secret: string, claims: Claims, kid?: string): string {
  const text = `${encode({ alg: 'HS256', kid })}.${encode(claims)}`
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
}

/** An OpenID provider of which a test decides every answer. */
export interface OwnProvider extends AsyncDisposable {
  readonly issuer: string
  readonly host: string
  /** Who is signed in: claims of the id token, besides those that it needs. */
  claims: Claims
  /** The answer of the userinfo endpoint; a text is sent as a signed answer. */
  info: Claims | string
  /** The published keys; the first signs. */
  keys: ProviderKey[]
  /** Members of the discovery document. */
  metadata: Claims
  /** Makes the id token. Default: signed by the first key. */
  token: (claims: Claims) => string
  /** Members of the answer that has the tokens; undefined leaves one out. */
  granted: Claims
  /** The parameters with which browsers come back. Default: a code. */
  response: (state: string) => Record<string, string>
  /** What it does before anything else with a request; true if it has answered. */
  intercept: (path: string, response: ServerResponse) => boolean
  /** Parameters of the last request for a sign-in. */
  readonly asked: URLSearchParams
  /** Requests by path. */
  readonly requests: Record<string, number>
  addClient(): Promise<void>
  /** Opens the sign-in page as a browser does, and returns where it leads. */
  visit(url: string): Promise<URL>
}

/** Starts one with a key. */
export async function startOwnProvider(): Promise<OwnProvider> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `localhost:${(server.address() as AddressInfo).port}`
  const issuer = `http://${host}`
  /** What has been asked for, by code. */
  const codes = new Map<string, URLSearchParams>()
  const state = {
    issuer,
    host,
    claims: { sub: 'nobody' } as Claims,
    info: {} as Claims | string,
    keys: [(firstKey ??= newKey())],
    metadata: {} as Claims,
    token: (claims: Claims) => signBy(state.keys[0]!, claims),
    granted: {} as Claims,
    response: (key: string): Record<string, string> => ({ state: key }),
    intercept: (_path: string, _response: ServerResponse) => false,
    asked: new URLSearchParams(),
    requests: {} as Record<string, number>,
    addClient: async () => {},
    async visit(start: string) {
      const answer = await fetch(start, { redirect: 'manual' })
      return new URL(answer.headers.get('location')!)
    },
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
  const json = (response: ServerResponse, body: unknown) =>
    void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  server.on('request', async (request, response) => {
    const url = new URL(request.url!, issuer)
    const path = url.pathname
    state.requests[path] = (state.requests[path] ?? 0) + 1
    if (state.intercept(path, response)) return
    if (path === '/.well-known/openid-configuration')
      return json(response, {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        userinfo_endpoint: `${issuer}/info`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256', 'ES256', 'HS256', 'none'],
        claims_supported: ['sub', 'email'],
        ...state.metadata,
      })
    if (path === '/keys') return json(response, { keys: state.keys.map(({ jwk }) => jwk) })
    if (path === '/authorize') {
      state.asked = url.searchParams
      const code = randomUUID()
      codes.set(code, url.searchParams)
      const back = new URL(url.searchParams.get('redirect_uri')!)
      const answer = state.response(url.searchParams.get('state')!)
      for (const [name, value] of Object.entries(answer.error ? answer : { code, ...answer }))
        back.searchParams.set(name, value)
      return void response.writeHead(302, { location: back.href }).end()
    }
    if (path === '/token') {
      let body = ''
      for await (const chunk of request) body += chunk
      const asked = codes.get(new URLSearchParams(body).get('code') ?? '')
      const now = Math.floor(Date.now() / 1000)
      const claims = {
        iss: issuer,
        aud: asked?.get('client_id'),
        nonce: asked?.get('nonce'),
        iat: now,
        exp: now + 300,
        ...state.claims,
      }
      const tokens = { access_token: 'a token', token_type: 'Bearer', id_token: state.token(claims) }
      return json(response, { ...tokens, ...state.granted })
    }
    if (path === '/info') {
      if (typeof state.info !== 'string') return json(response, { sub: state.claims['sub'], ...state.info })
      return void response.writeHead(200, { 'content-type': 'application/jwt' }).end(state.info)
    }
    response.writeHead(404).end()
  })
  return state
}
