import { defineModule, get, open, routeDatabases, sql } from '@plinth/core'
import { type Locator } from '@plinth/core/http'
import { tenantA, tenantB, testPlatform } from '@plinth/testing'
import { expect, inject, test } from 'vitest'
import { z } from 'zod'
import { makeFolder } from './_folder.ts'
import { readBlock } from './_pages.ts'

const page = 'docs/12-many-databases.md'

test('a request that names a coupon goes to the database that has it; a code is taken among all tenants', async () => {
  await using folder = await makeFolder()
  const { prelude, text, name } = readBlock(page, 'coupons.ts')
  const { couponLocator } = (await import(await folder.write(name, prelude + text))) as { couponLocator: Locator }
  const percent = get(
    '/shop/coupon',
    { access: open, query: z.object({ code: z.string() }), response: z.array(z.int()) },
    async ({ widenScope, query }) => {
      const { rows } = await widenScope('allTenants', 'read a coupon', ({ db }) =>
        sql<{ percent: number }>`select percent from coupons where code = ${query.code}`.execute(db),
      )
      return rows.map((row) => row.percent)
    },
  )
  const shop = defineModule({
    id: 'shop',
    title: 'Shop',
    routes: [percent],
    locators: [couponLocator],
    migrations: [{ id: 'shop.coupons', sql: readBlock(page, 'coupons').text }],
  })
  const openShop = () => testPlatform({ modules: [shop], postgresUrl: inject('postgresUrl') })
  await using eu = await openShop()
  await using us = await openShop()
  const insert = ({ id, organization }: Record<'id' | 'organization', string>, code: string, value: number) =>
    `insert into coupons (id, tenant_id, organization_id, code, percent)
      values (gen_random_uuid(), '${id}', '${organization}', '${code}', ${value})`
  await eu.sql(insert(tenantA, 'SPRING', 10))
  await us.sql(insert(tenantB, 'AUTUMN', 20))
  const { fetch } = routeDatabases({
    platforms: { eu: eu.platform, us: us.platform },
    tenantDatabase: () => undefined,
    others: 'eu',
  })
  const ask = async (code: string) => (await fetch(new Request(`http://localhost/shop/coupon?code=${code}`))).json()
  expect([await ask('SPRING'), await ask('AUTUMN'), await ask('WINTER')]).toEqual([[10], [20], []])

  await expect(eu.sql(insert(tenantB, 'SPRING', 30))).rejects.toMatchObject({ constraint: 'coupons_by_code_pkey' })
  await us.sql(insert(tenantA, 'SPRING', 40))
  await expect(eu.sql('set role plinth_app; select value from plinth.coupons_by_code')).rejects.toThrow(
    'permission denied',
  )
})
