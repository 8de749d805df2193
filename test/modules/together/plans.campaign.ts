import { checkPlans } from '@plinth/testing'
import { expect, test } from 'vitest'
import { openTogether } from './_platform.ts'
import { slow } from './_slow-plans.ts'

const rowsPerTable = Number(process.env['PLAN_ROWS'] ?? 20_000)
const limits = {
  service_accounts: 400,
  custom_entities: 900,
  attachment_partitions: 400,
  sso_connections: 50,
  webhook_endpoints: 80,
  transfer_destinations: 40,
  transfer_exports: 150,
}
/** Each of the 2,000 tenants has a suspension then, and more than 1,000 are refused. */
const refused = 'PUT /directory/write-suspensions'

test('no statement takes longer the more rows there are', { timeout: 3_600_000 }, async () => {
  await using app = await openTogether({ explain: true })
  const report = await checkPlans(app, { ...app.fixtures.isolation, rowsPerTable, limits, slow })
  console.log(report)
  expect(report.failed.filter((one) => !one.startsWith(refused))).toEqual([])
})
