import { checkIsolation } from '@plinth/testing'
import { expect, test } from 'vitest'
import { openTogether } from './_platform.ts'

test('nobody learns of or touches what is not theirs in any module', { timeout: 1_200_000 }, async () => {
  await using app = await openTogether()
  const report = await checkIsolation(app, app.fixtures.isolation)
  expect(report.routes).toBe(app.routes.length)
})
