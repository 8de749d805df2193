import { businessRules } from '@plinth/business-rules'
import { findEntityDrift } from '@plinth/core/testing'
import { expect, test } from 'vitest'
import { testApp } from '../../_setup/app.ts'

test('entities and tables say the same', async () => {
  await using app = await testApp({ modules: [businessRules()] })
  expect(await findEntityDrift([businessRules()], app.sql)).toEqual([])
})
