import { writeFileSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { createPlatform, sql } from '@plinth/core'
import { tenantA } from '@plinth/testing'
import { crewModule, makeItem, names, work } from './crew-module.ts'

// A host in a process of its own, which does what its parent says until it is killed.
const caller = {
  actor: 'platform',
  reason: 'host',
  scope: { tenantId: tenantA.id, organizationId: tenantA.organization },
} as const
const tell = (message: object) => process.send?.(message)
const log = {
  debug() {},
  info() {},
  warn: (facts: object, message: string) => tell({ logged: message, facts }),
  error: (facts: object, message: string) => tell({ logged: message, facts: String((facts as { err?: unknown }).err) }),
}
const platform = await createPlatform({
  modules: [crewModule],
  database: {
    url: process.env['HOST_DATABASE_URL']!,
    privilegedLogin: true,
    poolSize: Number(process.env['HOST_POOL'] ?? 5),
  },
  secret: 'a secret that all hosts share, as they have to',
  log,
})
// Who is killed does not write it down at the end.
flushCompileCache()

const actions = {
  migrate: () => platform.migrate(),
  start: (workers: boolean) => platform.start({ workers }),
  make: (name: string, more: object = {}) => platform.actAs(caller, ({ run }) => run(makeItem, { name, ...more })),
  enqueue: (payload: { name: string }, options?: object) =>
    platform.actAs(caller, async ({ enqueue }) => enqueue(work, payload, options)),
  names: () =>
    platform.actAs(caller, ({ cached, db }) =>
      cached(names, 'all', async () => ({
        value: (await sql<{ name: string }>`select name from items order by name`.execute(db)).rows.map(
          ({ name }) => name,
        ),
        tags: ['items'],
      })),
    ),
  close: () => platform.close(),
}

/** Is gone as soon as its commit has been answered, before it can tell anybody. Leaves the time at which it began in a file. */
async function makeAndDie(name: string, file: string): Promise<void> {
  const begun = performance.timeOrigin + performance.now()
  await actions.make(name)
  writeFileSync(file, String(begun))
  process.kill(process.pid, 'SIGKILL')
}

/** Waits until the cache shows a name, and answers when it did, by the clock that all processes share. */
async function awaitName(name: string): Promise<number> {
  while (!(await actions.names()).includes(name)) await new Promise((done) => setTimeout(done, 1))
  return performance.timeOrigin + performance.now()
}

export type HostActions = typeof actions & { awaitName: typeof awaitName; makeAndDie: typeof makeAndDie }

process.on('message', async ({ id, action, args }: { id: number; action: keyof HostActions; args: [never, never] }) => {
  const all = { ...actions, awaitName, makeAndDie }
  try {
    tell({ id, value: (await all[action](...args)) ?? null })
  } catch (error) {
    tell({ id, error: error instanceof Error ? error.message : String(error) })
  }
})
process.once('disconnect', () => process.exit())
tell({ ready: true })
