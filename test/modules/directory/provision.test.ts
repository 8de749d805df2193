import { defineModule } from '@plinth/core'
import { toCaller } from '@plinth/core/internal'
import { tenantA } from '@plinth/testing'
import { directory, organizationTrees, provisionTenant, tenants } from '@plinth/directory'
import { expect, test } from 'vitest'
import { testApp } from '../../_setup/app.ts'
import { superAdmin } from './directory-app.ts'

const scope = { tenantId: tenantA.id, organizationId: tenantA.organization, organizationIds: null }
const input = { tenantName: 'Acme', organizationName: 'Acme Corp' }

test('a tenant comes with its first organization and what the composed modules set up', async () => {
  const seen: string[] = []
  const other = defineModule({
    id: 'other',
    title: 'Other',
    setup: async ({ from, scope }) => {
      seen.push(scope.tenantId)
      expect(from).toBeDefined()
    },
  })
  await using app = await testApp({ modules: [directory, other] })
  const made = await app.platform.actAs({ actor: 'platform', reason: 'test', scope }, ({ run }) =>
    run(provisionTenant, input),
  )
  expect(made).toEqual({ id: tenantA.id, organizationId: tenantA.organization })
  expect(seen).toEqual([tenantA.id])
  await app.platform.actAs({ actor: 'platform', reason: 'test', scope }, async ({ inject }) => {
    expect(await inject(tenants).find(tenantA.id)).toMatchObject({ id: tenantA.id, name: 'Acme', isActive: true })
    expect(await inject(tenants).find('not an id')).toBeNull()
    const tree = await inject(organizationTrees).of(tenantA.id)
    expect(tree.get(tenantA.organization)).toMatchObject({ name: 'Acme Corp', slug: 'acme-corp' })
    expect((await inject(organizationTrees).of('not an id')).size).toBe(0)
  })
})

test('a module that cannot set up leaves nothing behind', async () => {
  const broken = defineModule({
    id: 'broken',
    title: 'Broken',
    setup: async () => {
      throw new Error('no')
    },
  })
  await using app = await testApp({ modules: [directory, broken] })
  const attempt = app.platform.actAs({ actor: 'platform', reason: 'test', scope }, ({ run }) =>
    run(provisionTenant, input),
  )
  await expect(attempt).rejects.toThrow('no')
  expect(await app.sql('select from tenants')).toHaveLength(0)
})

test('only the platform itself provisions, once, and with a place for the organization', async () => {
  await using app = await testApp({ modules: [directory] })
  const provision = (caller: Parameters<typeof app.platform.actAs>[0]) =>
    app.platform.actAs(caller, ({ run }) => run(provisionTenant, input))
  const person = toCaller({ actor: 'platform', reason: 'test', scope })
  await expect(provision({ ...person, actor: { ...person.actor, ...superAdmin, kind: 'user' } })).rejects.toThrow(
    'Forbidden',
  )
  await expect(
    provision(toCaller({ actor: 'platform', reason: 'test', scope: { ...scope, organizationId: null } })),
  ).rejects.toThrow('Organization context is required')
  await provision(toCaller({ actor: 'platform', reason: 'test', scope }))
  await expect(provision(toCaller({ actor: 'platform', reason: 'test', scope }))).rejects.toMatchObject({ status: 400 })
})
