import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A TCP address that passes everything on to a server. */
export interface Relay extends AsyncDisposable {
  readonly url: string
  /** Passes nothing on any more, either way, and keeps all connections open: a cable that was pulled out. */
  freeze(): void
  /** Once a client has said these texts, one after the other, nothing that the server answers it is passed on. */
  mute(...after: readonly string[]): void
  /** Ends every connection; new ones lead to another server or database. */
  switchTo(url: string): void
}

/** Leads to the server of `url`. */
export async function startRelay(url: string): Promise<Relay> {
  let target = new URL(url)
  let isFrozen = false
  let last: readonly string[] = []
  const sockets = new Set<Socket>()
  const listener = createServer((client) => {
    const server = connect(Number(target.port), target.hostname)
    const database = target.pathname.slice(1)
    for (const [from, to] of [[client, server] as const, [server, client] as const]) {
      sockets.add(from)
      if (isFrozen) from.pause()
      from
        .on('error', () => {})
        .on('close', () => {
          sockets.delete(from)
          to.destroy()
        })
    }
    client.once('data', (opening: Buffer) => {
      server.write(nameDatabase(opening, database))
      client.pipe(server)
    })
    server.pipe(client)
    let said = 0
    client.on('data', (chunk: Buffer) => {
      while (said < last.length && chunk.includes(last[said]!)) said++
      if (last.length > 0 && said === last.length) server.unpipe(client)
    })
  })
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const own = new URL(url)
  own.port = String((listener.address() as AddressInfo).port)
  return {
    url: own.href,
    freeze() {
      isFrozen = true
      for (const socket of sockets) socket.unpipe().pause()
    },
    mute(...after) {
      last = after
    },
    switchTo(other) {
      isFrozen = false
      last = []
      target = new URL(other)
      for (const socket of sockets) socket.destroy()
    },
    async [Symbol.asyncDispose]() {
      listener.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

/** The first message of a client says which database it wants. */
function nameDatabase(opening: Buffer, database: string): Buffer {
  const text = opening.toString('latin1', 8).replace(/(^|\0)database\0[^\0]*/, `$1database\0${database}`)
  const body = Buffer.from(text, 'latin1')
  const head = Buffer.from(opening.subarray(0, 8))
  head.writeInt32BE(8 + body.length)
  return Buffer.concat([head, body])
}
