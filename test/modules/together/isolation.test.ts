import { checkIsolation } from '@plinth/testing'
import { expect, test } from 'vitest'
import { openTogether } from './_platform.ts'

test('nobody learns of or touches what is not theirs in any module', { timeout: 1_200_000 }, async () => {
  await using app = await openTogether()
  const { isolation } = app.fixtures
  const report = await checkIsolation(app, isolation)
  expect(report.routes).toBe(app.routes.length - Object.keys(isolation.except ?? {}).length)
})
