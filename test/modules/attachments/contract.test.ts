import { attachments } from '@plinth/attachments'
import { checkContract } from '@plinth/core/testing'
import { expect, test } from 'vitest'
import { attachmentsContract } from './_contract.ts'
import { filesApp } from './_files.ts'

test('every route of attachments keeps its contract', { timeout: 240_000 }, async () => {
  await using app = await filesApp({ maxFileSize: 10_000 })
  const routes = attachments().routes!.map(({ method, path }) => `${method} ${path}`)
  const report = await checkContract(app, { ...attachmentsContract, routes })
  expect(report.routes).toBe(15)
})
