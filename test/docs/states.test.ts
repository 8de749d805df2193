import type { Migration, Module } from '@plinth/core'
import { testPlatform } from '@plinth/testing'
import { expect, inject, test } from 'vitest'
import { makeFolder } from './_folder.ts'
import { readBlock } from './_pages.ts'

test('the module of the page signs once, says what is possible, and moves rows out of a state', async () => {
  await using folder = await makeFolder()
  const write = async (name: string) => import(await folder.write(name, readBlock('docs/states.md', name).text))
  const { module } = (await write('contracts.ts')) as { module: Module }
  const { notEnded } = (await write('not-ended.ts')) as { notEnded: Migration }
  await using app = await testPlatform({ modules: [module], postgresUrl: inject('postgresUrl') })
  const admin = app.as('admin')
  const { id } = (await admin.post('/contracts', { title: 'Lease', total: 5 })).body
  const sign = () => admin.post('/contracts/sign', { id, signedBy: 'Ann' })
  expect((await sign()).operation?.actionLabel).toBe('Sign contract')
  const { status, body } = await sign()
  expect([status, body]).toEqual([409, JSON.parse(readBlock('docs/states.md', '').text)])
  const { records } = (await admin.get(`/contracts/actions?ids=${id}`)).body
  expect(records[0].actions).toEqual([
    { name: 'sign', reason: 'Not possible in the state Signed' },
    { name: 'end', reason: null },
    { name: 'remind', reason: null },
  ])
  expect((await admin.post('/contracts/end', { ids: [id] })).status).toBe(200)
  await app.sql(notEnded.sql)
  expect((await admin.get('/contracts?status=signed')).body.items).toMatchObject([{ id }])
})
