import pg from 'pg'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { PATIENCE, processOf, Servers } from './servers.ts'

/** Whether the connection goes through a pooler, which reports its own process id. */
export async function isPooled(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]!.pid !== processOf(client)
}

/**
 * Whether connections to this address keep their session. A pooler in transaction mode lends sessions for one transaction at a
 * time, so notifications do not reach their listener.
 */
export async function keepsSessions(url: string): Promise<boolean> {
  await using listener = await openClient(url)
  if (!(await isPooled(listener.client))) return true
  await using caller = await openClient(url)
  const channel = `plinth_${crypto.randomUUID().replaceAll('-', '')}`
  const heard = once(listener.client, 'notification', { signal: AbortSignal.timeout(PATIENCE) }).then(
    () => true,
    () => false,
  )
  try {
    await listener.client.query(`listen ${channel}`)
    await caller.client.query(`notify ${channel}`)
  } catch {
    return false
  }
  // Awaited here, before the listener is closed.
  return await heard
}

/**
 * Whether the connection leads to a Pgpool-II that distributes reads over replicas, whatever their lag. Other servers log the
 * question as a syntax error, so it is not sent to a server that has the address of the connection itself.
 */
export async function balancesReads(client: pg.Client): Promise<boolean> {
  const { remoteAddress = '', remotePort } = client.connection.stream as Socket
  const { rows } = await client.query<{ address: string | null; port: number | null }>(
    'select host(inet_server_addr()) as address, inet_server_port() as port',
  )
  const { address, port } = rows[0]!
  // A socket in the file system has none.
  if (address === null || (address === remoteAddress.replace(/^::ffff:/, '') && port === remotePort)) return false
  return client.query<{ load_balance_mode: string }>('pgpool show load_balance_mode').then(
    (shown) => shown.rows[0]?.load_balance_mode === 'on',
    () => false,
  )
}

/** Milliseconds for a server to answer that is busy, or that has just become the primary. */
const CONNECTING = 10_000

async function openClient(url: string) {
  const servers = new Servers(url)
  const client = await servers.tryEach(async () => {
    const opened = new servers.Client({ connectionTimeoutMillis: CONNECTING, query_timeout: CONNECTING })
    // A later failure is thrown by the next query.
    opened.on('error', () => {})
    return opened.connect()
  })
  return { client, [Symbol.asyncDispose]: () => client.end() }
}
