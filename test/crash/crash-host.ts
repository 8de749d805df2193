import { flushCompileCache } from 'node:module'
import { createPlatform, PlatformError } from '@plinth/core'
import { tenantA } from '@plinth/testing'
import { setTimeout } from 'node:timers/promises'
import { crewModule, makeItem } from '../core/_lab/crew-module.ts'
import { type CrashPoint, crashPoints } from './crash-points.ts'

// A host that writes with several writers until it is killed, or kills itself at a named point.
const caller = {
  actor: 'platform',
  reason: 'crash',
  scope: { tenantId: tenantA.id, organizationId: tenantA.organization },
} as const
const point = process.env['CRASH_POINT'] as CrashPoint | undefined
const round = process.env['CRASH_ROUND']!
const WRITERS = 4
let left = Number(process.env['CRASH_AFTER'] ?? 0)

const die = () => process.kill(process.pid, 'SIGKILL')

/** Sees each statement just before it is sent. */
function onStatement(text: string): void {
  if (point === undefined || !crashPoints[point].before.test(text) || left-- > 0) return
  // Past this statement means that it is on its way and its answer has not been heard.
  if ('past' in crashPoints[point]) void setTimeout(Math.random() * 2).then(die)
  else die()
}

await using platform = await createPlatform({
  modules: [crewModule],
  database: { url: process.env['HOST_DATABASE_URL']!, privilegedLogin: true, poolSize: 3, onStatement },
  secret: 'a secret that all hosts share, as they have to',
})
await platform.start({ workers: false })
// Who is killed does not write it down at the end.
flushCompileCache()
process.send?.('started')
process.once('disconnect', () => process.exit())

async function write(writer: number): Promise<never> {
  for (let index = 0; ; index++) {
    const name = `round ${round} writer ${writer} item ${index}`
    try {
      await platform.actAs(caller, ({ run }) => run(makeItem, { name, job: true }))
      process.send?.({ acknowledged: name })
    } catch (error) {
      // A server that is down answers 503, and everything else is a fault of ours.
      if (!(error instanceof PlatformError) || error.status !== 503) throw error
      await setTimeout(20)
    }
  }
}
await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)))
