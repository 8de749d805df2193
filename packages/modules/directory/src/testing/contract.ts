import { type ModuleFixtures, tenantA, type TestPlatform } from '@plinth/testing'
import { createBelow, homeless, manager, superAdmin } from './people.ts'

const unknown = '99999999-9999-4999-8999-999999999999'

const newOrganization = async (app: TestPlatform) => createBelow(app.as(homeless), 'Sample')

async function newTenant(app: TestPlatform): Promise<string> {
  const { body } = await app.as(superAdmin).post('/directory/tenants', { name: 'Sample' })
  return body.id
}

async function ownSlug(app: TestPlatform) {
  const [organization] = await app.sql('select slug from organizations where id = $1', [tenantA.organization])
  return { query: { slug: String(organization?.['slug']) } }
}

/** Contract samples of the directory. */
export const contract: NonNullable<ModuleFixtures['contract']> = {
  open: ['GET /directory/tenants/lookup', 'GET /directory/organizations/lookup'],
  // A generated body may suspend the writes of all tenants.
  except: { 'PUT /directory/write-suspensions': 'suspends what all others need; see write-suspensions.test.ts' },
  provenElsewhere: { 'GET /directory/tenants/lookup': [429], 'GET /directory/organizations/lookup': [429] },
  samples: [
    { route: 'GET /directory/tenants/lookup', request: { query: { tenantId: tenantA.id } }, expect: 200 },
    { route: 'GET /directory/tenants/lookup', request: { query: { tenantId: 'x' } }, expect: 400 },
    { route: 'GET /directory/tenants/lookup', request: { query: { tenantId: unknown } }, expect: 404 },
    { route: 'GET /directory/organizations/lookup', request: ownSlug, expect: 200 },
    { route: 'GET /directory/organizations/lookup', expect: 400 },
    { route: 'GET /directory/organizations/lookup', request: { query: { slug: 'nobody' } }, expect: 404 },
    ...['options', 'manage', 'tree'].flatMap((view) => [
      { route: 'GET /directory/organizations', as: manager, request: { query: { view } }, expect: 200 },
      { route: 'GET /directory/organizations', as: superAdmin, request: { query: { view } }, expect: 200 },
    ]),
    { route: 'GET /directory/organizations', as: manager, request: { query: { view: 'x' } }, expect: 400 },
    { route: 'POST /directory/organizations', as: manager, request: { body: { name: 'New' } }, expect: 201 },
    { route: 'POST /directory/organizations', as: manager, request: { body: {} }, expect: 400 },
    {
      route: 'PUT /directory/organizations',
      as: homeless,
      request: async (app) => ({ body: { id: await newOrganization(app), name: 'Changed' } }),
      expect: 200,
    },
    { route: 'PUT /directory/organizations', as: manager, request: { body: {} }, expect: 400 },
    { route: 'PUT /directory/organizations', as: manager, request: { body: { id: unknown } }, expect: 404 },
    {
      route: 'DELETE /directory/organizations',
      as: homeless,
      request: async (app) => ({ query: { id: await newOrganization(app) } }),
      expect: 200,
    },
    { route: 'DELETE /directory/organizations', as: manager, expect: 400 },
    { route: 'DELETE /directory/organizations', as: manager, request: { query: { id: unknown } }, expect: 404 },
    { route: 'GET /directory/settings', as: manager, expect: 200 },
    { route: 'GET /directory/settings', as: { tenantId: unknown }, expect: 404 },
    { route: 'PUT /directory/settings', as: manager, request: { body: { weekStart: 'sunday' } }, expect: 200 },
    { route: 'PUT /directory/settings', as: manager, request: { body: { timeZone: 'CET' } }, expect: 400 },
    { route: 'GET /directory/tenants', as: superAdmin, expect: 200 },
    { route: 'GET /directory/tenants', as: superAdmin, request: { query: { page: '0' } }, expect: 400 },
    { route: 'POST /directory/tenants', as: superAdmin, request: { body: { name: 'New' } }, expect: 201 },
    { route: 'POST /directory/tenants', as: superAdmin, request: { body: {} }, expect: 400 },
    {
      route: 'PUT /directory/tenants',
      as: superAdmin,
      request: async (app) => ({ body: { id: await newTenant(app), name: 'Changed' } }),
      expect: 200,
    },
    { route: 'PUT /directory/tenants', as: superAdmin, request: { body: {} }, expect: 400 },
    { route: 'PUT /directory/tenants', as: superAdmin, request: { body: { id: unknown } }, expect: 404 },
    {
      route: 'DELETE /directory/tenants',
      as: superAdmin,
      request: async (app) => ({ query: { id: await newTenant(app) } }),
      expect: 200,
    },
    { route: 'DELETE /directory/tenants', as: superAdmin, expect: 400 },
    { route: 'DELETE /directory/tenants', as: superAdmin, request: { query: { id: unknown } }, expect: 404 },
    { route: 'GET /directory/write-suspensions', as: superAdmin, expect: 200 },
    {
      route: 'PUT /directory/write-suspensions',
      as: superAdmin,
      request: async (app) => ({ body: { id: await newTenant(app), message: 'Moving to another server' } }),
      expect: 200,
    },
    { route: 'PUT /directory/write-suspensions', as: superAdmin, request: { body: {} }, expect: 400 },
    {
      route: 'PUT /directory/write-suspensions',
      as: superAdmin,
      request: { body: { id: unknown, message: 'Nobody' } },
      expect: 404,
    },
    { route: 'DELETE /directory/write-suspensions', as: superAdmin, expect: 200 },
    {
      route: 'DELETE /directory/write-suspensions',
      as: superAdmin,
      request: { query: { id: 'x' } },
      expect: 400,
    },
    { route: 'GET /directory/organization-switcher', as: manager, expect: 200 },
    {
      route: 'GET /directory/organization-switcher',
      as: superAdmin,
      request: { query: { tenantId: 'x'.repeat(101) } },
      expect: 400,
    },
  ],
}
