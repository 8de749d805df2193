import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { platform } from './composition.ts'

/** Starts servers on free ports and answers their URLs. They stop, and the platform with them, when the process is told. */
export async function listenAll<K extends string>(servers: Readonly<Record<K, Server>>): Promise<Record<K, string>> {
  const all = Object.entries<Server>(servers)
  process.once('SIGTERM', async () => {
    for (const [, server] of all) server.close()
    await platform.close()
  })
  const urls = await Promise.all(all.map(async ([kind, server]) => [kind, await listen(server)]))
  return Object.fromEntries(urls) as Record<K, string>
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
