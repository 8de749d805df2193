import { randomUUID } from 'node:crypto'
import { getCookie, getRouterParam, H3, redirect, serve, setCookie } from 'h3'
import * as client from 'openid-client'
import { freePort } from '../../../packages/host/src/database/free-port.ts'
import { announceReady } from '../child.ts'

/** `openid-client` in h3 and nothing else: what it asked for is in memory, and whoever comes back gets a cookie. */
const { ISSUER = '', CLIENT_ID = '' } = process.env
const port = await freePort()
const origin = `http://127.0.0.1:${port}`
const configuration = await client.discovery(new URL(ISSUER), CLIENT_ID, undefined, client.None(), {
  execute: [client.allowInsecureRequests],
})
const asked = new Map<string, { state: string; nonce: string; verifier: string }>()
const sessions = new Map<string, string>()
const callback = `${origin}/api/sso/callback/bench`
const app = new H3()
app.get('/api/sso/start/:id', async (event) => {
  const [id, verifier] = [randomUUID(), client.randomPKCECodeVerifier()]
  const [state, nonce] = [client.randomState(), client.randomNonce()]
  asked.set(id, { state, nonce, verifier })
  setCookie(event, 'asked', id, { httpOnly: true })
  const url = client.buildAuthorizationUrl(configuration, {
    redirect_uri: callback,
    scope: 'openid email profile',
    state,
    nonce,
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  })
  return redirect(url.href, 302)
})
app.get('/api/sso/callback/:id', async (event) => {
  const { state, nonce, verifier } = asked.get(getCookie(event, 'asked') ?? '')!
  const tokens = await client.authorizationCodeGrant(configuration, new URL(`${callback}${event.url.search}`), {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
  })
  const session = randomUUID()
  sessions.set(session, `${getRouterParam(event, 'id')} ${tokens.claims()!.sub}`)
  setCookie(event, 'session', session, { httpOnly: true })
  return redirect('/backend', 302)
})
const server = serve(app, { port, hostname: '127.0.0.1', silent: true, gracefulShutdown: false })
await server.ready()
announceReady(origin)
