import { systemSession } from '@plinth/core'
import { tenantA } from '@plinth/core/testing'
import { directory, organizationTrees, provisionTenant, tenants } from '@plinth/directory'
import { expect, test } from 'vitest'
import { testApp } from '../../_setup/app.ts'

test('a tenant comes with its first organization', async () => {
  await using app = await testApp({ modules: [directory] })
  const scope = { tenantId: tenantA.id, organizationId: tenantA.organization, organizationIds: null }
  const made = await app.platform.as(systemSession('test', scope), ({ run }) =>
    run(provisionTenant, { tenantName: 'Acme', organizationName: 'Acme Corp' }),
  )
  expect(made).toEqual({ id: tenantA.id, organizationId: tenantA.organization })
  await app.platform.as(systemSession('test', scope), async ({ get }) => {
    expect(await get(tenants).find(tenantA.id)).toEqual({ id: tenantA.id, name: 'Acme', isActive: true })
    const tree = await get(organizationTrees).of(tenantA.id)
    expect(tree.get(tenantA.organization)).toMatchObject({ name: 'Acme Corp', slug: 'acme-corp' })
  })
})
