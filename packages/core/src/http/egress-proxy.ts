import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, isIPv6, type LookupFunction, type Socket } from 'node:net'
import type { buildConnector } from 'undici'
import { brokenSetup } from '../errors.ts'

/** An HTTP proxy through which addresses outside are called. */
export interface EgressProxy {
  readonly url: URL
  /** The value of `Proxy-Authorization`. */
  readonly credentials: string | undefined
}

/** Throws `broken_setup` unless the text is the URL of an HTTP proxy. The error does not contain it: it may have a password. */
export function toEgressProxy(text: string): EgressProxy {
  const url = URL.parse(text)
  const isProxy = (url?.protocol === 'http:' || url?.protocol === 'https:') && url.pathname === '/' && url.search === ''
  if (!isProxy) throw brokenSetup('The egress proxy is not a URL such as http://proxy.example:3128')
  const { username, password } = url
  return { url, credentials: username === '' && password === '' ? undefined : toBasic(username, password) }
}

function toBasic(username: string, password: string): string {
  try {
    const text = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
    return `Basic ${Buffer.from(text).toString('base64')}`
  } catch {
    throw brokenSetup('The name or password of the egress proxy has a % that must be written as %25')
  }
}

interface TunnelOptions {
  /** Resolves names to the addresses that may be called. */
  readonly lookup: LookupFunction
  /** Begins TLS with the destination. */
  readonly secure: buildConnector.connector
}

/**
 * Connects through a proxy: resolves the name, asks the proxy for a tunnel (CONNECT) to an address, and begins TLS with the name in it. So
 * neither the name's owner nor the proxy can lead a call elsewhere.
 */
export function createTunnels(proxy: EgressProxy, { lookup, secure }: TunnelOptions): buildConnector.connector {
  return (options, callback) => {
    const fail = (error: Error) => callback(error, null)
    openTunnel(proxy, lookup, options).then((httpSocket) => secure({ ...options, httpSocket }, callback), fail)
  }
}

async function openTunnel(
  proxy: EgressProxy,
  lookup: LookupFunction,
  { hostname, port }: buildConnector.Options,
): Promise<Socket> {
  const limit = new AbortController()
  // Cleared, since the signal would also end a tunnel that is in use.
  const timer = setTimeout(() => limit.abort(new DOMException('No answer in time', 'TimeoutError')), TIMEOUT)
  let failure: unknown
  try {
    for (const address of await addressesOf(hostname, lookup)) {
      const target = `${isIPv6(address) ? `[${address}]` : address}:${port || '443'}`
      try {
        return await askFor(target, proxy, limit.signal)
      } catch (error) {
        failure = error
        if (limit.signal.aborted) break
      }
    }
  } finally {
    clearTimeout(timer)
  }
  throw failure
}

function addressesOf(hostname: string, lookup: LookupFunction): Promise<readonly string[]> {
  // A literal address has been checked already.
  const literal = hostname.replace(/^\[|\]$/g, '')
  if (isIP(literal) !== 0) return Promise.resolve([literal])
  return new Promise((resolve, reject) => {
    lookup(hostname, { all: true }, (error, found) => {
      if (error) reject(error)
      else resolve([found].flat().map((one) => (typeof one === 'string' ? one : one.address)))
    })
  })
}

/** Asks a proxy for a tunnel. */
function askFor(target: string, { url, credentials }: EgressProxy, signal: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? requestHttps : requestHttp)({
      host: url.hostname.replace(/^\[|\]$/g, ''),
      port: url.port,
      method: 'CONNECT',
      path: target,
      agent: false,
      signal,
      headers: { host: target, ...(credentials !== undefined && { 'proxy-authorization': credentials }) },
    })
    request.on('error', reject)
    request.on('connect', ({ statusCode }, socket: Socket, head: Buffer) => {
      if (statusCode !== undefined && statusCode >= 200 && statusCode < 300 && head.length === 0) return resolve(socket)
      socket.destroy()
      reject(new Error(`The proxy answered ${statusCode}`))
    })
    request.on('response', ({ statusCode }) => {
      request.destroy()
      reject(new Error(`The proxy answered ${statusCode}`))
    })
    request.end()
  })
}

/** Milliseconds in which a proxy has to answer. */
const TIMEOUT = 10_000
