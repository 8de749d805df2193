import { type ModuleFixtures, type Persona, tenantA, type TestPlatform } from '@plinth/testing'
import { addKey } from './keys.ts'
import { addServiceAccount, addServiceKey } from './service-accounts.ts'

const manager: Persona = { features: ['api_keys.*'] }
const nowhere: Persona = { ...manager, tenantId: '00000000-0000-0000-0000-000000000000', organizationId: null }
const unknown = '99999999-9999-4999-8999-999999999999'
const query = async (app: TestPlatform) => ({ query: { id: (await addKey(app.as(manager))).id } })
const machines: Persona = { features: ['api_keys.*'] }
const account = (app: TestPlatform) => addServiceAccount(app.as(machines))
const tokenFor = async (app: TestPlatform, fields: object = {}) => {
  const { id, secret } = await addServiceKey(app.as(machines))
  return { body: { grant_type: 'client_credentials', client_id: id, client_secret: secret, ...fields } }
}
const body = { name: 'Sample', organizationId: tenantA.organization, roles: [] }

/** Contract samples of API keys. */
export const contract: NonNullable<ModuleFixtures['contract']> = {
  open: ['POST /oauth/token'],
  provenElsewhere: {
    'POST /oauth/token': [429],
    'POST /api_keys/keys': [409],
    'POST /api_keys/keys/rotate': [409],
    'POST /api_keys/service-accounts': [409],
    'POST /api_keys/service-accounts/keys': [409],
  },
  samples: [
    { route: 'GET /api_keys/keys', as: manager, request: { query: { search: 'a' } }, expect: 200 },
    { route: 'GET /api_keys/keys', as: nowhere, expect: 400 },
    { route: 'POST /api_keys/keys', as: manager, request: { body }, expect: 201 },
    { route: 'POST /api_keys/keys', as: manager, request: { body: {} }, expect: 400 },
    { route: 'POST /api_keys/keys', as: nowhere, request: { body: { name: 'Sample' } }, expect: 400 },
    {
      route: 'POST /api_keys/keys/rotate',
      as: machines,
      request: async (app) => ({ body: { id: (await addServiceKey(app.as(machines))).keyId, keepHours: 24 } }),
      expect: 200,
    },
    { route: 'POST /api_keys/keys/rotate', as: manager, request: { body: {} }, expect: 400 },
    { route: 'POST /api_keys/keys/rotate', as: manager, request: { body: { id: unknown } }, expect: 404 },
    { route: 'DELETE /api_keys/keys', as: manager, request: query, expect: 200 },
    { route: 'DELETE /api_keys/keys', as: manager, expect: 400 },
    { route: 'DELETE /api_keys/keys', as: manager, request: { query: { id: unknown } }, expect: 404 },
    { route: 'GET /api_keys/service-accounts', as: machines, expect: 200 },
    { route: 'GET /api_keys/service-accounts', as: nowhere, expect: 400 },
    {
      route: 'POST /api_keys/service-accounts',
      as: machines,
      request: () => ({ body: { name: crypto.randomUUID(), organizationId: tenantA.organization } }),
      expect: 201,
    },
    { route: 'POST /api_keys/service-accounts', as: machines, request: { body: {} }, expect: 400 },
    {
      route: 'PUT /api_keys/service-accounts',
      as: machines,
      request: async (app) => ({ body: { id: await account(app), isActive: false } }),
      expect: 200,
    },
    { route: 'PUT /api_keys/service-accounts', as: machines, request: { body: {} }, expect: 400 },
    { route: 'PUT /api_keys/service-accounts', as: machines, request: { body: { id: unknown } }, expect: 404 },
    {
      route: 'DELETE /api_keys/service-accounts',
      as: machines,
      request: async (app) => ({ query: { id: await account(app) } }),
      expect: 200,
    },
    { route: 'DELETE /api_keys/service-accounts', as: machines, expect: 400 },
    { route: 'DELETE /api_keys/service-accounts', as: machines, request: { query: { id: unknown } }, expect: 404 },
    {
      route: 'POST /api_keys/service-accounts/keys',
      as: machines,
      request: async (app) => ({ body: { serviceAccountId: await account(app), name: 'Key' } }),
      expect: 201,
    },
    { route: 'POST /api_keys/service-accounts/keys', as: machines, request: { body: {} }, expect: 400 },
    {
      route: 'POST /api_keys/service-accounts/keys',
      as: machines,
      request: { body: { serviceAccountId: unknown, name: 'Key' } },
      expect: 404,
    },
    { route: 'POST /oauth/token', request: (app) => tokenFor(app), expect: 200 },
    { route: 'POST /oauth/token', request: (app) => tokenFor(app, { scope: 'no.such' }), expect: 400 },
    { route: 'POST /oauth/token', request: (app) => tokenFor(app, { client_id: unknown }), expect: 401 },
  ],
}
