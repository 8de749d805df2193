import { once } from 'node:events'
import type pg from 'pg'
import { Servers } from './servers.ts'

/** Milliseconds after which a pooler has not passed on what it was asked to. */
const PATIENCE = 2_000

/** The process of the server that a connection was told it speaks to. */
export const processOf = (client: pg.Client) => (client as { processID?: number | null }).processID

/** Whether somebody stands between: a pooler names a process of its own making. */
export async function isPooled(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]!.pid !== processOf(client)
}

/**
 * Whether connections to this address keep their session. A pooler in transaction mode lends sessions for a transaction at
 * a time, so that what a listener should hear reaches nobody.
 */
export async function keepsSessions(url: string): Promise<boolean> {
  await using listener = await open(url)
  if (!(await isPooled(listener.client))) return true
  await using caller = await open(url)
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
  // Before the listener is closed.
  return await heard
}

async function open(url: string) {
  const servers = new Servers(url)
  const client = await servers.tryEach(async () => {
    const opened = new servers.Client({ connectionTimeoutMillis: PATIENCE, query_timeout: PATIENCE })
    // What breaks later is told to whoever asks next.
    opened.on('error', () => {})
    return opened.connect()
  })
  return { client, [Symbol.asyncDispose]: () => client.end() }
}
