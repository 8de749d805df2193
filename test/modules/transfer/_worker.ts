import { flushCompileCache } from 'node:module'
import { attachments, localStorage, storage } from '@plinth/attachments'
import { auth } from '@plinth/auth'
import { catalog } from '@plinth/catalog'
import { createPlatform, provide } from '@plinth/core'
import { customFields } from '@plinth/custom-fields'
import { directory } from '@plinth/directory'
import { progress } from '@plinth/progress'
import { destinationHosts, importers, transfer } from '@plinth/transfer'

// A host that takes jobs, and dies by -9 as it sends the statement that CRASH_AT matches for the CRASH_ON-th time.
const point = process.env['CRASH_AT']
let left = Number(process.env['CRASH_ON'] ?? 3)

function onStatement(text: string): void {
  if (point !== undefined && text.includes(point) && --left === 0) process.kill(process.pid, 'SIGKILL')
}

const platform = await createPlatform({
  modules: [
    directory,
    auth({ secret: 'a secret of at least 32 characters' }),
    customFields,
    progress,
    catalog,
    attachments(),
    transfer,
  ],
  services: [provide(storage, () => localStorage({ root: process.env['FILES']! }))],
  database: { url: process.env['HOST_DATABASE_URL']!, privilegedLogin: true, poolSize: 5, onStatement },
  secret: 'a secret that no production platform has',
})
const importer = JSON.parse(process.env['IMPORTER']!)
importer.actor.grants = { list: ['*'], has: () => true }
platform.override(importers, { callerOf: async () => importer })
const bucketHost = process.env['BUCKET_HOST']
if (bucketHost !== undefined) platform.override(destinationHosts, { localHosts: [bucketHost] })
await platform.start({ workers: true })
// Who is killed does not write it down at the end.
flushCompileCache()
process.send?.('started')
process.once('disconnect', () => process.exit())
