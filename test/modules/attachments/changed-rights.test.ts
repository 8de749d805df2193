import { addRole, addUser, authFixtures, PASSWORD, signIn, superAdminOf } from '@plinth/auth/testing'
import type { Module } from '@plinth/core'
import { directoryFixtures } from '@plinth/directory/testing'
import { joinFixtures } from '@plinth/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeFolder } from '../../docs/_folder.ts'
import { readBlock } from '../../docs/_pages.ts'
import { accountModules } from '../auth/_modules.ts'
import { type FilesApp, filesApp, uploadForm } from './_files.ts'

let app: FilesApp
let admin: ReturnType<typeof superAdminOf>
let clerk: Awaited<ReturnType<typeof signIn>>
let roleId: string
let order: string

beforeAll(async () => {
  const folder = await makeFolder()
  const file = await folder.write('orders.ts', readBlock('docs/9-files.md', 'orders.ts').text)
  const { shop } = (await import(file)) as { shop: Module }
  const { prepare } = joinFixtures(directoryFixtures, authFixtures)
  app = await filesApp({}, [...accountModules(), shop], { prepare })
  admin = superAdminOf(app)
  roleId = await addRole(admin, 'Clerk', { features: ['shop.*', 'attachments.*'] })
  await addUser(admin, { email: 'clerk@acme.com', password: PASSWORD, roles: [roleId] })
  clerk = await signIn(app, 'clerk@acme.com')
  order = (await admin.post('/orders', { title: 'Secret' })).body.id
})
beforeEach(() => restrict({}))
afterAll(() => app[Symbol.asyncDispose]())

async function restrict(policies: object): Promise<void> {
  expect((await admin.put('/auth/roles/row-policies', { roleId, policies })).status).toBe(200)
}

/** Sends a body of which the second half leaves only after `between` has ended. */
async function sendSlowly(path: string, init: RequestInit, between: () => Promise<void>) {
  const sent = new Response(init.body)
  const type = sent.headers.get('content-type')
  const bytes = new Uint8Array(await sent.arrayBuffer())
  const half = bytes.length >> 1
  let isBegun = false
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (!isBegun) {
          isBegun = true
          return controller.enqueue(bytes.subarray(0, half))
        }
        await between()
        controller.enqueue(bytes.subarray(half))
        controller.close()
      },
    },
    { highWaterMark: 0 },
  )
  const headers = { ...(type && { 'content-type': type }), ...init.headers }
  return clerk.fetch(path, { ...init, headers, body, duplex: 'half' } as RequestInit)
}

const hideOrders = () =>
  restrict({ 'shop.order': { read: { field: 'title', operator: 'STARTS_WITH', value: 'Open' } } })
const keepOrders = () =>
  restrict({ 'shop.order': { update: { field: 'title', operator: 'STARTS_WITH', value: 'Open' } } })
const filesOf = () => app.sql(`select id from attachments where record_id = $1`, [order])

const large = { bytes: new Uint8Array(300_000).fill(97), name: 'a.txt', type: 'text/plain' }
const ways = {
  'to all files': () => ({
    path: '/attachments',
    init: { method: 'POST', body: uploadForm({ ...large, fields: { recordId: order } }) },
  }),
  'to an order': () => ({ path: `/orders/${order}/files`, init: { method: 'POST', body: uploadForm(large) } }),
  'in parts': async () => {
    const text = (value: string) => Buffer.from(value).toString('base64')
    const metadata = `filename ${text('a.txt')},entityId ${text('shop:order')},recordId ${text(order)}`
    const begun = await clerk.fetch('/attachments/uploads', {
      method: 'POST',
      headers: { 'tus-resumable': '1.0.0', 'upload-length': '300000', 'upload-metadata': metadata },
    })
    expect(begun.status).toBe(201)
    const headers = {
      'tus-resumable': '1.0.0',
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
    }
    return {
      path: begun.headers.get('location')!.replace('/api', ''),
      init: { method: 'PATCH', headers, body: large.bytes },
    }
  },
}

test.each(Object.keys(ways) as (keyof typeof ways)[])(
  'an upload %s obeys row policies that are written while it arrives',
  async (way) => {
    for (const [change, status] of [
      [hideOrders, 404],
      [keepOrders, 403],
    ] as const) {
      await restrict({})
      const before = await filesOf()
      const { path, init } = await ways[way]()
      const answer = await sendSlowly(path, init, change)
      expect(answer.status).toBe(status)
      expect(await filesOf()).toEqual(before)
    }
    await restrict({})
    const { path, init } = await ways[way]()
    expect((await sendSlowly(path, init, async () => {})).status).toBeLessThan(300)
  },
)
