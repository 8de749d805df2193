import { flushCompileCache } from 'node:module'
import { Readable } from 'node:stream'
import { attachments, localStorage, type Storage, storage } from '@plinth/attachments'
import { Client } from '@plinth/testing'
import { type Caller, createPlatform, defineModule, provide } from '@plinth/core'
import { compileGrants } from '@plinth/core/acl'
import { defineAuthenticator } from '@plinth/core/security'
import { uploadForm } from './_files.ts'
import { continueUpload } from '@plinth/attachments/testing'

/** Where a host dies of an upload: between what storage and database hear. */
export type Point = 'announced' | 'spare' | 'half' | 'flushing' | 'stored' | 'joined' | 'committing' | 'committed'

// A host that stores one file and kills itself with -9 on the way: of a form, or the rest of an upload that was begun.
const { HOST_DATABASE_URL, FILES, POINT, SESSION, UPLOAD } = process.env as Record<string, string>
const point = POINT as Point
const die = () => process.kill(process.pid, 'SIGKILL')
let isStored = false
let written = 0
let last = ''

const files = localStorage({ root: FILES! })
const dying: Storage = {
  ...files,
  driver: files.driver,
  read: (...asked) => files.read(...asked),
  stat: (...asked) => files.stat(...asked),
  delete: (...asked) => files.delete(...asked),
  async write(address, source, options) {
    if (point === 'announced' || (point === 'spare' && written === 2)) die()
    // All rows are written while the disk flushes; elsewhere a row comes when everything is stored.
    const { signal, onFlush } = options ?? {}
    const passed = { ...(signal && { signal }), ...(onFlush && point === 'flushing' && { onFlush }) }
    await files.write(address, point === 'half' ? Readable.from(half(source)) : source, passed)
    if (point === 'flushing') await new Promise(() => {})
    isStored = true
    if (point === (++written === 1 ? 'stored' : 'joined')) die()
  },
}

async function* half(source: Readable) {
  for await (const chunk of source as AsyncIterable<Buffer>) {
    yield chunk.subarray(0, chunk.length / 2)
    await new Promise((resolve) => setTimeout(resolve, 50))
    die()
  }
}

/** The file's own transaction is the one that writes its row. */
function onStatement(text: string): void {
  if (point === 'flushing' && /insert into "?attachments"? /.test(text)) setTimeout(die, 200)
  if (isStored && last.includes('insert into "attachments"') && point === 'committed') die()
  if (isStored && /insert into "?attachments"? /.test(text) && point === 'committing') die()
  if (isStored) last = `${last.slice(-2000)};${text}`
}

const sent = JSON.parse(SESSION!) as Caller
const caller = { ...sent, actor: { ...sent.actor, grants: compileGrants(['*']) } }
const everybody = defineAuthenticator({ id: 'everybody', carrier: 'header', authenticate: async () => caller })
const platform = await createPlatform({
  modules: [defineModule({ id: 'logins', title: 'Logins', authenticators: [everybody] }), attachments()],
  services: [provide(storage, () => dying)],
  database: { url: HOST_DATABASE_URL!, privilegedLogin: true, poolSize: 3, onStatement },
  secret: 'a secret that no production platform has',
})
await platform.start({ workers: false })
// Who is killed does not write it down at the end.
flushCompileCache()
const call = (path: string, init: RequestInit) => platform.fetch(new Request(new URL(path, 'http://localhost'), init))
if (UPLOAD) await continueUpload(new Client(call), UPLOAD, { offset: 100_000, body: 'x'.repeat(100_000) })
else {
  // The text of a large file is read when it is flushed, so that rows are written beside a flush of other bytes only.
  const bytes = (point === 'flushing' ? '\0' : 'x').repeat(200_000)
  // The third file has one of two objects that were announced together.
  for (const _ of point === 'spare' ? [1, 2, 3] : [1])
    await call('/attachments', { method: 'POST', body: uploadForm({ bytes }) })
}
die()
