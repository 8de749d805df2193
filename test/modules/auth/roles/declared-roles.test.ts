import { auth } from '@plinth/auth'
import { defineFeatures, defineModule, systemCaller } from '@plinth/core'
import { directory, provisionTenant } from '@plinth/directory'
import { expect, test } from 'vitest'
import { testApp } from '../../../_setup/app.ts'

const features = defineFeatures('desk', { answer: 'Answer', close: 'Close' })
const desk = defineModule({
  id: 'desk',
  title: 'Desk',
  features,
  roles: { agent: [features.answer], manager: ['desk.*'], superadmin: [features.close] },
})
const hotline = defineModule({ id: 'hotline', title: 'Hotline', roles: { Agent: [features.close] } })

test('roles that modules declare reach new tenants, and no module makes super admins', async () => {
  await using app = await testApp({ modules: [directory, auth({ secret: 'x'.repeat(32) }), desk, hotline] })
  const place = { tenantId: crypto.randomUUID(), organizationId: crypto.randomUUID(), organizationIds: null }
  await app.platform.as(systemCaller('a new tenant', place), ({ run }) =>
    run(provisionTenant, { tenantName: 'New', organizationName: 'New' }),
  )
  const roles = await app.sql(
    `select r.name, a.is_super_admin, a.features from roles r join role_acls a on a.role_id = r.id
     where r.tenant_id = $1 and r.name not in ('admin', 'employee') order by r.name`,
    [place.tenantId],
  )
  expect(roles).toEqual([
    { name: 'agent', is_super_admin: false, features: ['desk.answer', 'desk.close'] },
    { name: 'manager', is_super_admin: false, features: ['desk.*'] },
  ])
})
