import { type ModuleFixtures, type Persona, tenantA, type TestPlatform } from '@plinth/testing'
import { addKey } from './keys.ts'

const manager: Persona = { features: ['api_keys.*'] }
const nowhere: Persona = { ...manager, tenantId: '00000000-0000-0000-0000-000000000000', organizationId: null }
const unknown = '99999999-9999-4999-8999-999999999999'
const query = async (app: TestPlatform) => ({ query: { id: (await addKey(app.as(manager))).id } })
const body = { name: 'Sample', organizationId: tenantA.organization, roles: [] }

/** Contract samples of API keys. */
export const contract: NonNullable<ModuleFixtures['contract']> = {
  open: [],
  samples: [
    { route: 'GET /api_keys/keys', as: manager, request: { query: { search: 'a' } }, expect: 200 },
    { route: 'GET /api_keys/keys', as: nowhere, expect: 400 },
    { route: 'POST /api_keys/keys', as: manager, request: { body }, expect: 201 },
    { route: 'POST /api_keys/keys', as: manager, request: { body: {} }, expect: 400 },
    { route: 'POST /api_keys/keys', as: nowhere, request: { body: { name: 'Sample' } }, expect: 400 },
    { route: 'DELETE /api_keys/keys', as: manager, request: query, expect: 200 },
    { route: 'DELETE /api_keys/keys', as: manager, expect: 400 },
    { route: 'DELETE /api_keys/keys', as: manager, request: { query: { id: unknown } }, expect: 404 },
  ],
}
