import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import pg from 'pg'

/** A TCP address that speaks PostgreSQL and lends server connections for a transaction at a time. */
export interface Pooler extends AsyncDisposable {
  readonly url: string
  /** Ends every connection; new ones lead to another server or database. */
  switchTo(url: string): Promise<void>
}

/**
 * A pooler in transaction mode, as small as a test needs it: it tracks no prepared statements, and what a server says
 * while nobody has its connection is lost. Logins are not checked; all of them work as the one of `url`. With
 * `balancesReads`, it says of itself what a Pgpool-II says that sends reads to replicas.
 */
export async function startPooler(url: string, { size = 4, balancesReads = false } = {}): Promise<Pooler> {
  const open = (to: string) => Promise.all(Array.from({ length: size }, () => connect(to)))
  let servers = await open(url)
  const idle = [...servers]
  const waiting: (() => void)[] = []
  const lend = async () => {
    while (idle.length === 0) await new Promise<void>((free) => waiting.push(free))
    return idle.shift()!
  }
  const giveBack = (server: Server) => {
    server.onMessage = () => {}
    if (!servers.includes(server)) return
    idle.push(server)
    waiting.shift()?.()
  }
  const clients = new Set<Socket>()
  const listener = createServer((client) => {
    clients.add(client)
    client.on('error', () => {}).on('close', () => clients.delete(client))
    serve(client, { lend, giveBack, balancesReads })
  })
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const pooled = new URL(url)
  pooled.port = String((listener.address() as AddressInfo).port)
  return {
    url: pooled.href,
    async switchTo(other) {
      const former = servers
      servers = await open(other)
      idle.splice(0, idle.length, ...servers)
      for (const client of clients) client.destroy()
      for (const { socket } of former) socket.destroy()
      for (const free of waiting.splice(0)) free()
    },
    async [Symbol.asyncDispose]() {
      listener.close()
      for (const client of clients) client.destroy()
      for (const { socket } of servers) socket.destroy()
    },
  }
}

interface Server {
  readonly socket: Socket
  onMessage: (message: Buffer) => void
}

interface Lending {
  readonly balancesReads: boolean
  lend(): Promise<Server>
  giveBack(server: Server): void
}

/** Logs in by an ordinary client, then takes its socket. */
async function connect(url: string): Promise<Server> {
  const client = new pg.Client({ connectionString: url, options: '-c timezone=UTC -c search_path=public' })
  client.on('error', () => {})
  await client.connect()
  const socket = client.connection.stream as Socket
  socket.removeAllListeners('data')
  const server: Server = { socket, onMessage: () => {} }
  const parse = parser(1)
  socket.on('data', (chunk: Buffer) => {
    for (const message of parse(chunk)) server.onMessage(message)
  })
  socket.on('error', () => {})
  return server
}

function serve(client: Socket, { lend, giveBack, balancesReads }: Lending): void {
  let server: Server | undefined
  // Answers that the server still owes: the client has the connection until then.
  let owed = 0
  const parse = parser(0)
  let turn = Promise.resolve()
  const forward = async (message: Buffer) => {
    const type = String.fromCharCode(message[0]!)
    if (type === 'X') return void client.end()
    server ??= await borrow()
    if (type === 'Q' || type === 'S') owed++
    const isAboutPgpool = balancesReads && message.includes('pgpool show load_balance_mode')
    server.socket.write(isAboutPgpool ? IS_BALANCING : message)
  }
  const borrow = async () => {
    const lent = await lend()
    lent.onMessage = (message) => {
      client.write(message)
      if (message[0] !== READY) return
      owed--
      if (owed > 0) return
      if (message[5] !== IN_NO_TRANSACTION) {
        if (client.destroyed) send(lent, ROLLBACK)
        return
      }
      server = undefined
      giveBack(lent)
    }
    return lent
  }
  const send = ({ socket }: Server, message: Buffer) => {
    owed++
    socket.write(message)
  }
  // Whoever goes away within a transaction would keep the connection, and what it has locked.
  const release = async () => {
    if (server) send(server, SYNC)
  }
  client.on('close', () => {
    turn = turn.then(release)
  })
  client.on('data', (chunk: Buffer) => {
    for (const message of parse(chunk)) {
      if (message[0] === 0) client.write(message.readInt32BE(4) === ASKS_FOR_TLS ? 'N' : WELCOME)
      else turn = turn.then(() => forward(message))
    }
  })
}

/** Cuts a stream into messages. The first `untyped` ones of a client have no type byte. */
function parser(skipped: number): (chunk: Buffer) => Buffer[] {
  let rest = Buffer.alloc(0)
  let isTyped = skipped > 0
  return (chunk) => {
    rest = Buffer.concat([rest, chunk])
    const messages: Buffer[] = []
    for (;;) {
      const start = isTyped ? 1 : 0
      if (rest.length < start + 4) return messages
      const length = start + rest.readInt32BE(start)
      if (rest.length < length) return messages
      const message = rest.subarray(0, length)
      if (!isTyped) isTyped = message.readInt32BE(4) !== ASKS_FOR_TLS
      messages.push(message)
      rest = rest.subarray(length)
    }
  }
}

const READY = 'Z'.charCodeAt(0)
const IN_NO_TRANSACTION = 'I'.charCodeAt(0)
const ASKS_FOR_TLS = 80_877_103

const message = (type: string, body: Buffer) => {
  const length = Buffer.alloc(4)
  length.writeInt32BE(body.length + 4)
  return Buffer.concat([Buffer.from(type), length, body])
}

const SYNC = message('S', Buffer.alloc(0))
const ROLLBACK = message('Q', Buffer.from('rollback\0'))
const IS_BALANCING = message('Q', Buffer.from("select 'on' as load_balance_mode\0"))

/** Logged in, with a key that cancels nothing, ready. */
const WELCOME = Buffer.concat([
  message('R', Buffer.alloc(4)),
  message('S', Buffer.from('client_encoding\0UTF8\0')),
  message('S', Buffer.from('standard_conforming_strings\0on\0')),
  message('K', Buffer.alloc(8)),
  message('Z', Buffer.from('I')),
])
