import { catalog } from '@plinth/catalog'
import { createPlatform } from '@plinth/core'
import { progress } from '@plinth/progress'

// A host that takes jobs, and dies by -9 just before it sends the statement after the one that CRASH_AFTER matches.
const point = process.env['CRASH_AFTER']
let isPast = false

function onStatement(text: string): void {
  if (point === undefined) return
  if (isPast) process.kill(process.pid, 'SIGKILL')
  isPast = new RegExp(point, 's').test(text)
}

const platform = await createPlatform({
  modules: [progress, catalog],
  database: { url: process.env['HOST_DATABASE_URL']!, poolSize: 5, onStatement },
  secret: 'a secret that no production platform has',
})
await platform.start({ workers: true })
process.send?.('started')
process.once('disconnect', () => process.exit())
