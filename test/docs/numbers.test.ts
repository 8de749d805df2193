import type { Module } from '@plinth/core'
import { numbering } from '@plinth/numbers'
import { testPlatform } from '@plinth/testing'
import { expect, inject, test } from 'vitest'
import { makeFolder } from './_folder.ts'
import { readBlock } from './_pages.ts'

test('the invoices of the page have numbers, which an undo gives back', async () => {
  await using folder = await makeFolder()
  const written = await folder.write('invoices.ts', readBlock('docs/numbers.md', 'invoices.ts').text)
  const { rental } = (await import(written)) as { rental: Module }
  await using app = await testPlatform({ modules: [numbering, rental], postgresUrl: inject('postgresUrl') })
  const admin = app.as('admin')
  const year = app.clock.now.getUTCFullYear()
  const numbers: string[] = []
  for (const total of [10, 20, 30]) {
    const { body, operation } = await admin.post('/rental/invoices', { total })
    numbers.push(body.number)
    if (total === 20) await app.platform.actAs(app.callerOf('admin'), ({ undo }) => undo(operation!.id))
  }
  expect(numbers).toEqual([`RE-${year}-00001`, `RE-${year}-00002`, `RE-${year}-00002`])
})
