import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from './_client.ts'

interface Role {
  readonly id: string
  readonly name: string
}

interface RoleList {
  readonly items: readonly Role[]
  readonly totalPages: number
}

/** What clients got that wrote and read through a proxy. */
export interface Load {
  /** Writes that were confirmed. */
  readonly confirmed: number
  /** Answers by status. */
  readonly counts: Readonly<Record<string, number>>
  /** Requests without an answer, by method and reason. */
  readonly failures: Readonly<Record<string, number>>
  /** Answers with 503 that did not say when to try again. */
  readonly withoutRetryAfter: number
  reach(requests: number): Promise<void>
  stop(): Promise<void>
  /** Names of roles that were confirmed and are not there. */
  lost(): Promise<readonly string[]>
}

/** Clients with a connection each, which create, rename and read roles, and pause for up to some seconds in between. */
export async function startLoad(client: Client, clients: number): Promise<Load> {
  const counts: Record<string, number> = {}
  const failures: Record<string, number> = {}
  const written: Role[] = []
  const progress = { isOver: false, sent: 0, withoutRetryAfter: 0 }
  const send = async (
    method: string,
    { path, json, agent }: { path: string; json?: unknown; agent: ReturnType<Client['keep']> },
  ) => {
    progress.sent++
    try {
      const { status, headers, text } = await client.send(path, { method, json, agent })
      counts[status] = (counts[status] ?? 0) + 1
      if (status === 503 && headers['retry-after'] === undefined) progress.withoutRetryAfter++
      if (status >= 300 && status !== 503) failures[`${method} ${status}`] = (failures[`${method} ${status}`] ?? 0) + 1
      return status < 300 ? (JSON.parse(text) as unknown) : undefined
    } catch (error) {
      const { code = 'unknown' } = error as NodeJS.ErrnoException
      failures[`${method} ${code}`] = (failures[`${method} ${code}`] ?? 0) + 1
      return undefined
    }
  }
  const work = async (number: number) => {
    const agent = client.keep()
    for (let round = 0; !progress.isOver; round++) {
      const name = `Role ${randomUUID()}`
      const made = (await send('POST', { path: '/api/auth/roles', json: { name }, agent })) as
        | { id: string }
        | undefined
      if (made) written.push({ id: made.id, name })
      await send('GET', { path: '/api/auth/profile', agent })
      // Some pause for as long as hosts keep idle connections, when a request and the end of its connection meet.
      const isPatient = (number + round) % 10 === 0
      await sleep(isPatient ? 4_800 + ((number * 37 + round * 53) % 1_400) : (number * 7 + round * 3) % 60)
    }
    agent.destroy()
  }
  const running = Promise.all(Array.from({ length: clients }, (_, number) => work(number)))
  return {
    counts,
    failures,
    get confirmed() {
      return written.length
    },
    get withoutRetryAfter() {
      return progress.withoutRetryAfter
    },
    async reach(requests) {
      while (progress.sent < requests) await sleep(10)
    },
    async stop() {
      progress.isOver = true
      await running
    },
    async lost() {
      const known = new Set<string>()
      for (let page = 1, pages = 1; page <= pages; page++) {
        const list = await client.json<RoleList>(`/api/auth/roles?pageSize=100&page=${page}`)
        for (const { id, name } of list.items) known.add(`${id} ${name}`)
        pages = list.totalPages
      }
      return written.flatMap(({ id, name }) => (known.has(`${id} ${name}`) ? [] : [name]))
    },
  }
}
