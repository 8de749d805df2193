import type { Module } from '@plinth/core'
import { directory } from '@plinth/directory'
import { settingsModule } from '@plinth/settings'
import { testPlatform } from '@plinth/testing'
import { expect, inject, test } from 'vitest'
import { makeFolder } from './_folder.ts'
import { readBlock } from './_pages.ts'

test('the settings of the page are read without a query, and changed', async () => {
  await using folder = await makeFolder()
  const written = await folder.write('settings.ts', readBlock('docs/settings.md', 'settings.ts').text)
  const { rental } = (await import(written)) as { rental: Module }
  const auth = { id: 'auth', title: 'Auth' }
  const modules = [directory, auth, settingsModule, rental]
  await using app = await testPlatform({ modules, postgresUrl: inject('postgresUrl') })
  const admin = app.as('admin')
  const deposit = async () => (await admin.get('/rental/quote')).body.deposit as number
  expect(await deposit()).toBe(100)
  expect((await admin.put('/rental/settings', { deposit: 30, mapsKey: 'abc' })).status).toBe(200)
  expect(await deposit()).toBe(150)
  const before = app.queries()
  expect([await deposit(), app.queries() - before]).toEqual([150, 0])
  expect((await admin.get('/rental/settings')).body).toMatchObject({
    values: { deposit: 30, remindAfterDays: 7 },
    own: ['deposit', 'mapsKey'],
  })
})
