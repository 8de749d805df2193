import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Host } from './_run-host.ts'

/** What clients got whose connections were kept alive. */
export interface Busy {
  /** Answers by status. */
  readonly statuses: Record<string, number>
  /** Why requests got no answer, by the code of the error; that nobody listens any more is not among them. */
  readonly failures: Record<string, number>
  /** The name that the host last confirmed of each client's role, by its id. */
  readonly written: ReadonlyMap<string, string>
  /** Resolves with the number of requests once there are at least so many. */
  reach(requests: number): Promise<number>
  /** Ends the clients after their last answer. */
  stop(): Promise<void>
}

/**
 * Clients that rename a role of their own each, on a connection of their own, and pause for up to `pause` milliseconds in between. A client ends
 * when nobody listens any more.
 */
export function startWriters(host: Host, options: { token: string; clients: number; pause: number }): Busy {
  const { token, clients, pause } = options
  const statuses: Record<string, number> = {}
  const failures: Record<string, number> = {}
  const written = new Map<string, string>()
  const progress = { isOver: false, sent: 0 }
  const count = (counts: Record<string, number>, key: string | number) => void (counts[key] = (counts[key] ?? 0) + 1)
  const write = async (client: number) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const made = await host.call('/api/auth/roles', { method: 'POST', token, json: { name: `Role ${randomUUID()}` } })
    const { id } = (await made.json()) as { id: string }
    for (let round = 0; !progress.isOver; round++) {
      const name = `${id} ${round}`
      try {
        progress.sent++
        const status = await put(`${host.url}/api/auth/roles`, { agent, token, json: { id, name } })
        count(statuses, status)
        if (status === 200) written.set(id, name)
      } catch (error) {
        const { code = 'unknown' } = error as NodeJS.ErrnoException
        if (code === 'ECONNREFUSED') break
        count(failures, code)
      }
      // Not in step with each other.
      await sleep((pause * ((client * 7 + round * 3) % 10)) / 10)
    }
    agent.destroy()
  }
  const running = Promise.all(Array.from({ length: clients }, (_, client) => write(client)))
  return {
    statuses,
    failures,
    written,
    async reach(requests) {
      while (progress.sent < requests) await sleep(10)
      return progress.sent
    },
    async stop() {
      progress.isOver = true
      await running
    },
  }
}

function put(url: string, { agent, token, json }: { agent: Agent; token: string; json: object }): Promise<number> {
  const body = JSON.stringify(json)
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  }
  return new Promise((resolve, reject) => {
    const asked = request(url, { method: 'PUT', agent, headers }, (answer) => {
      answer.once('end', () => resolve(answer.statusCode!)).once('error', reject)
      answer.resume()
    })
    asked.once('error', reject).end(body)
  })
}
