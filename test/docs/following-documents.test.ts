import type { Module } from '@plinth/core'
import { directory } from '@plinth/directory'
import { directoryFixtures } from '@plinth/directory/testing'
import { numbering } from '@plinth/numbers'
import { tenantB } from '@plinth/testing'
import { auditLogs } from '@plinth/audit-logs'
import { expect, test } from 'vitest'
import { testApp } from '../_setup/app.ts'
import { makeFolder } from './_folder.ts'
import { readBlock } from './_pages.ts'

test('a contract becomes an invoice once, with its lines and prices, and the night finds it when it is due', async () => {
  await using folder = await makeFolder()
  for (const name of ['entities.ts', 'rental.ts', 'remind.ts', 'module.ts']) {
    const { prelude, text } = readBlock('docs/following-documents.md', name)
    await folder.write(name, prelude + text)
  }
  const { rental } = (await import(`${folder.path}/module.ts`)) as { rental: Module }
  const auth = { id: 'auth', title: 'Auth' }
  await using app = await testApp({
    modules: [directory, auth, auditLogs, numbering, rental],
    prepare: directoryFixtures.prepare!,
  })
  app.clock.set(new Date('2026-03-31T12:00:00Z'))
  const admin = app.as('admin')
  const made = async (client: typeof admin) => {
    const { id: article } = (await client.post('/articles', { name: 'Bike', price: '12.50' })).body
    const items = [
      { article, days: 2 },
      { article, days: 1, price: '9' },
    ]
    const contract = await client.post('/contracts', { customer: 'Ann', items })
    expect(contract.status, contract.text).toBe(201)
    expect((await client.put('/articles', { id: article, price: '99' })).status).toBe(200)
    return contract.body.id as string
  }
  const id = await made(admin)
  const invoice = () => admin.post('/contracts/invoice', { id, dueOn: '2026-04-01' })
  expect((await invoice()).status).toBe(409)
  expect((await admin.post('/contracts/sign', { id })).status).toBe(200)
  const [first] = (await Promise.all([invoice(), invoice()])).toSorted((one, other) => one.status - other.status)
  expect([first!.status, (await invoice()).status]).toEqual([200, 409])
  const list = async () => (await admin.get('/invoices?expand=items')).body.items
  const written = { number: 'RE-2026-00001', total: '34.0000', contract: id }
  expect(await list()).toMatchObject([{ ...written, items: [{ days: 2, price: '12.5000' }, { price: '9.0000' }] }])
  const undone = await admin.post('/audit_logs/audit-logs/actions/undo', { undoToken: first!.operation!.undoToken })
  expect([undone.status, await list()]).toEqual([200, []])
  expect((await invoice()).status).toBe(200)
  expect(await list()).toMatchObject([written])

  // On the other side of the date line, it is a day earlier; there, the first invoice cannot be reminded of.
  const other = app.as({ tenantId: tenantB.id, organizationId: tenantB.organization, features: ['*'] })
  expect((await other.put('/directory/settings', { timeZone: 'Pacific/Honolulu' })).status).toBe(200)
  expect((await admin.put('/directory/settings', { timeZone: 'Pacific/Auckland' })).status).toBe(200)
  const theirs = await made(other)
  await other.post('/contracts/sign', { id: theirs })
  await other.post('/contracts/invoice', { id: theirs, dueOn: '2026-04-01' })
  const states = async (at: string) => {
    app.clock.set(new Date(at))
    await app.jobs()
    const found = [...(await list()), ...(await other.get('/invoices')).body.items]
    return found.map(({ status }: { status: string }) => status)
  }
  expect(await states('2026-04-01T10:10:00Z')).toEqual(['open', 'open'])
  expect(await states('2026-04-01T11:10:00Z')).toEqual(['overdue', 'open'])
  expect(await states('2026-04-02T09:10:00Z')).toEqual(['overdue', 'open'])
  expect(await states('2026-04-02T10:10:00Z')).toEqual(['overdue', 'overdue'])
})
