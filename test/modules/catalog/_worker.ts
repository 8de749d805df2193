import { flushCompileCache } from 'node:module'
import { catalog } from '@plinth/catalog'
import { createPlatform } from '@plinth/core'
import { progress } from '@plinth/progress'

// A host that takes jobs, and dies by -9 just before it sends the statement after those that CRASH_AFTER matches: the
// last three, with semicolons between them.
const point = process.env['CRASH_AFTER']
let isPast = false
const last: string[] = []

function onStatement(text: string): void {
  if (point === undefined) return
  if (isPast) process.kill(process.pid, 'SIGKILL')
  last.push(text)
  isPast = new RegExp(point, 's').test(last.slice(-3).join('; '))
}

const platform = await createPlatform({
  modules: [progress, catalog],
  database: { url: process.env['HOST_DATABASE_URL']!, privilegedLogin: true, poolSize: 5, onStatement },
  secret: 'a secret that no production platform has',
})
await platform.start({ workers: true })
// Who is killed does not write it down at the end.
flushCompileCache()
process.send?.('started')
process.once('disconnect', () => process.exit())
