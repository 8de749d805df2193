import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { type AddressInfo, connect, type LookupFunction, type Server, type Socket } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { createOutgoing } from '@plinth/core/http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { certificate, key } from './_certificate.ts'

const trusted = getCACertificates('default')
beforeAll(() => setDefaultCACertificates([...trusted, certificate]))
afterAll(() => setDefaultCACertificates(trusted))

const listen = async (server: Server) => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return (server.address() as AddressInfo).port
}

const PASSWORD = 'p@ss word'

/** A proxy that leads each tunnel to a server of its own, which answers by HTTPS with the name that it was asked for. */
async function startProxy({ status = 200 } = {}) {
  const asked: { readonly target: string; readonly headers: IncomingHttpHeaders }[] = []
  const names: string[] = []
  const sockets = new Set<Socket>()
  const target = createSecureServer({ key, cert: certificate }, (request, response) => {
    names.push(String((request.socket as Socket & { readonly servername?: string | false }).servername))
    response.end(`${request.method} ${request.headers.host}`)
  })
  const port = await listen(target)
  const proxy = createServer((_, response) => response.writeHead(405).end())
  proxy.on('connect', ({ url, headers }, socket: Socket) => {
    asked.push({ target: url!, headers })
    sockets.add(socket.on('error', () => {}))
    if (status !== 200) return void socket.end(`HTTP/1.1 ${status} No\r\n\r\n`)
    const tunnel = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
      tunnel.pipe(socket).pipe(tunnel)
    })
    sockets.add(tunnel.on('error', () => {}))
  })
  const url = `http://plinth:${encodeURIComponent(PASSWORD)}@127.0.0.1:${await listen(proxy)}`
  return {
    url,
    asked,
    names,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      for (const server of [proxy, target]) {
        server.closeAllConnections()
        await new Promise((resolve) => server.close(resolve))
      }
    },
  }
}

/** Resolves every name to these addresses. */
const to =
  (...addresses: string[]): LookupFunction =>
  (_, __, callback) =>
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )

const request = { method: 'POST', headers: {}, body: 'a', maxAnswer: 1_000 }
const at = (url: string, isLocal = false) => ({ url: new URL(url), isLocal })

test('calls go through the proxy to the verified address, with TLS to the name', async () => {
  await using proxy = await startProxy()
  const outgoing = createOutgoing({ proxy: proxy.url, lookup: to('8.8.8.8') })
  const { status, body } = await outgoing.send(at('https://hooks.example.com/hook'), request)
  expect([status, body.toString()]).toEqual([200, 'POST hooks.example.com'])
  expect(proxy.names).toEqual(['hooks.example.com'])
  expect(proxy.asked.map(({ target }) => target)).toEqual(['8.8.8.8:443'])
  const { authorization, 'proxy-authorization': credentials } = proxy.asked[0]!.headers
  expect(authorization).toBeUndefined()
  expect(Buffer.from(credentials!.slice('Basic '.length), 'base64').toString()).toBe(`plinth:${PASSWORD}`)
  // The tunnel is used again.
  await outgoing.send(at('https://hooks.example.com/hook'), request)
  const literal = await outgoing.send(at('https://8.8.8.8:8443/'), request)
  expect(literal.body.toString()).toBe('POST 8.8.8.8:8443')
  expect(new Set(proxy.asked.map(({ target }) => target))).toEqual(new Set(['8.8.8.8:443', '8.8.8.8:8443']))
})

test('the proxy is not asked for addresses inside, and local destinations are called directly', async () => {
  await using proxy = await startProxy()
  for (const address of ['10.0.0.1', '127.0.0.1', '169.254.169.254', '::1', '::ffff:10.0.0.1', 'fd00::1']) {
    const outgoing = createOutgoing({ proxy: proxy.url, lookup: to('8.8.8.8', address) })
    await expect(outgoing.send(at('https://hooks.example.com/'), request)).rejects.toThrow('is not public')
  }
  const outgoing = createOutgoing({ proxy: proxy.url })
  for (const url of ['https://localhost/', 'https://127.1/', 'https://[::ffff:7f00:1]/', 'https://0x7f000001/'])
    await expect(outgoing.send(at(url), request)).rejects.toThrow('is not public')
  await expect(outgoing.send(at('http://hooks.example.com/'), request)).rejects.toThrow('does not use HTTPS')
  const inside = createServer((_, response) => response.end('inside'))
  const port = await listen(inside)
  const { body } = await outgoing.send(at(`http://127.0.0.1:${port}/`, true), request)
  expect(body.toString()).toBe('inside')
  inside.closeAllConnections()
  inside.close()
  expect(proxy.asked).toEqual([])
})

test('certificates are verified for the name, whatever is behind the tunnel', async () => {
  await using proxy = await startProxy()
  const outgoing = createOutgoing({ proxy: proxy.url, lookup: to('8.8.8.8') })
  const sent = outgoing.send(at('https://other.example.com/'), request)
  await expect(sent).rejects.toMatchObject({ code: 'ERR_TLS_CERT_ALTNAME_INVALID' })
})

test('errors of the proxy do not contain its password, and another address is tried', async () => {
  await using proxy = await startProxy({ status: 407 })
  const outgoing = createOutgoing({ proxy: proxy.url, lookup: to('8.8.8.8', '2001:4860:4860::8888') })
  const error: Error = await outgoing.send(at('https://hooks.example.com/'), request).then(
    () => new Error('sent'),
    (thrown: Error) => thrown,
  )
  expect(error.message).toBe('The proxy answered 407')
  expect(JSON.stringify([error, error.stack, error.cause])).not.toMatch(/p@ss|p%40ss|cGxpbnRo/)
  expect(proxy.asked.map(({ target }) => target)).toEqual(['8.8.8.8:443', '[2001:4860:4860::8888]:443'])
  for (const wrong of ['proxy.example:3128', 'socks5://proxy.example', 'http://me:secret@proxy.example/path'])
    expect(() => createOutgoing({ proxy: wrong })).toThrow(/^The egress proxy is not a URL such as [^ ]+$/)
  expect(() => createOutgoing({ proxy: 'http://me:100%@proxy.example' })).toThrow('must be written as %25')
})
