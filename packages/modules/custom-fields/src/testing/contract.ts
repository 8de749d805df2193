import type { ModuleFixtures, TestPlatform } from '@plinth/testing'
import { addEntity, addRecord, defineField } from './fields.ts'

const unknown = '99999999-9999-4999-8999-999999999999'
const admin = 'admin'
const employee = 'employee'
const field = async (app: TestPlatform, deleted = false) => {
  const entityId = 'catalog:catalog_product'
  const key = await defineField(app.as(admin), entityId)
  if (deleted) await app.as(admin).del('/entities/definitions', { entityId, key })
  return { entityId, key }
}
/** The entity of the rows that the isolation check creates. */
const marked = (app: TestPlatform) => addEntity(app.as(admin), { entityId: 'shop:marked' })
const record = async (app: TestPlatform) => addRecord(app.as(admin), { entityId: await marked(app) })

const SHARES = '/entities/records/{id}/shares'

/** With whom a record can be shared. */
async function subject(app: TestPlatform) {
  const { body } = await app.as(admin).post('/auth/roles', { name: `Role ${crypto.randomUUID()}` })
  return { with: 'role', subjectId: body.id as string }
}

async function share(app: TestPlatform) {
  const { recordId: id } = await record(app)
  const { body } = await app.as(admin).post(`/entities/records/${id}/shares`, await subject(app))
  return { id, shareId: body.id as string }
}

const definition = { entityId: 'shop:sample', key: 'size', kind: 'integer' }

/** Contract samples of custom fields. */
export const contract: NonNullable<ModuleFixtures['contract']> = {
  open: [],
  samples: [
    { route: 'GET /entities/definitions', as: employee, request: { query: { entityId: 'auth:user' } }, expect: 200 },
    { route: 'GET /entities/definitions', as: employee, expect: 400 },
    {
      route: 'GET /entities/definitions.manage',
      as: admin,
      request: { query: { entityId: 'auth:user' } },
      expect: 200,
    },
    { route: 'GET /entities/definitions.manage', as: admin, expect: 400 },
    { route: 'POST /entities/definitions', as: admin, request: { body: definition }, expect: 200 },
    {
      route: 'POST /entities/definitions',
      as: admin,
      request: { body: { ...definition, kind: 'phone' } },
      expect: 400,
    },
    {
      route: 'POST /entities/definitions',
      as: admin,
      request: async (app) => {
        const entityId = await addEntity(app.as(admin))
        await addRecord(app.as(admin), { entityId })
        return { body: { entityId, key: 'name', kind: 'boolean' } }
      },
      expect: 409,
    },
    {
      route: 'POST /entities/definitions.batch',
      as: admin,
      request: { body: { entityId: 'shop:sample', definitions: [{ key: 'a', kind: 'text' }], fieldsets: [] } },
      expect: 200,
    },
    { route: 'POST /entities/definitions.batch', as: admin, request: { body: {} }, expect: 400 },
    {
      route: 'POST /entities/definitions.batch',
      as: admin,
      request: async (app) => {
        const entityId = await addEntity(app.as(admin))
        await addRecord(app.as(admin), { entityId })
        return { body: { entityId, definitions: [{ key: 'name', kind: 'boolean' }] } }
      },
      expect: 409,
    },
    {
      route: 'DELETE /entities/definitions',
      as: admin,
      request: async (app) => ({ query: await field(app) }),
      expect: 200,
    },
    { route: 'DELETE /entities/definitions', as: admin, expect: 400 },
    {
      route: 'DELETE /entities/definitions',
      as: admin,
      request: { query: { entityId: 'shop:sample', key: 'nothing' } },
      expect: 404,
    },
    {
      route: 'POST /entities/definitions.restore',
      as: admin,
      request: async (app) => ({ body: await field(app, true) }),
      expect: 200,
    },
    { route: 'POST /entities/definitions.restore', as: admin, request: { body: {} }, expect: 400 },
    {
      route: 'POST /entities/definitions.restore',
      as: admin,
      request: { body: { entityId: 'shop:sample', key: 'nothing' } },
      expect: 404,
    },
    {
      route: 'DELETE /dictionaries/{id}',
      as: admin,
      request: async (app) => {
        const { body } = await app.as(admin).post('/dictionaries', { key: `k${crypto.randomUUID()}`, name: 'In use' })
        await defineField(app.as(admin), 'shop:sample', { kind: 'dictionary', dictionaryId: body.id })
        return { params: { id: body.id } }
      },
      expect: 409,
    },
    { route: 'GET /entities/entities', as: employee, expect: 200 },
    {
      route: 'POST /entities/entities',
      as: admin,
      request: { body: { entityId: 'shop:sample', label: 'Sample', showInSidebar: true } },
      expect: 200,
    },
    {
      route: 'POST /entities/entities',
      as: admin,
      request: { body: { entityId: 'auth:user', label: 'x' } },
      expect: 400,
    },
    {
      route: 'DELETE /entities/entities',
      as: admin,
      request: async (app) => ({ query: { entityId: await addEntity(app.as(admin)) } }),
      expect: 200,
    },
    { route: 'DELETE /entities/entities', as: admin, expect: 400 },
    { route: 'DELETE /entities/entities', as: admin, request: { query: { entityId: 'shop:none' } }, expect: 404 },
    {
      route: 'GET /entities/encryption',
      as: admin,
      request: { query: { entityId: 'auth:user' } },
      expect: 200,
    },
    { route: 'GET /entities/encryption', as: admin, expect: 400 },
    {
      route: 'POST /entities/encryption',
      as: admin,
      request: async (app) => ({
        body: { entityId: await addEntity(app.as(admin)), fields: [{ field: 'name', hashField: 'name_hash' }] },
      }),
      expect: 200,
    },
    { route: 'POST /entities/encryption', as: admin, request: { body: {} }, expect: 400 },
    {
      route: 'POST /entities/encryption',
      as: admin,
      request: async (app) => {
        const { entityId } = await addRecord(app.as(admin))
        return { body: { entityId, fields: [{ field: 'name' }] } }
      },
      expect: 409,
    },
    { route: 'GET /entities/sidebar-entities', as: employee, expect: 200 },
    {
      route: 'GET /entities/relations/options',
      as: admin,
      request: async (app) => ({ query: { entityId: (await record(app)).entityId, q: 'v' } }),
      expect: 200,
    },
    { route: 'GET /entities/relations/options', as: admin, request: { query: { q: 'x'.repeat(201) } }, expect: 400 },
    {
      route: 'GET /entities/records',
      as: admin,
      request: async (app) => ({ query: { entityId: (await record(app)).entityId } }),
      expect: 200,
    },
    { route: 'GET /entities/records', as: admin, expect: 400 },
    { route: 'GET /entities/records', as: admin, request: { query: { entityId: 'shop:none' } }, expect: 404 },
    {
      route: 'POST /entities/records',
      as: admin,
      request: async (app) => ({ body: { entityId: await marked(app), values: { cf_name: 'Car' } } }),
      expect: 200,
    },
    { route: 'POST /entities/records', as: admin, request: { body: {} }, expect: 400 },
    { route: 'POST /entities/records', as: admin, request: { body: { entityId: 'shop:none' } }, expect: 404 },
    {
      route: 'PUT /entities/records',
      as: admin,
      request: async (app) => ({ body: { ...(await record(app)), values: { name: 'Lorry' } } }),
      expect: 200,
    },
    { route: 'PUT /entities/records', as: admin, request: { body: {} }, expect: 400 },
    {
      route: 'PUT /entities/records',
      as: admin,
      request: { body: { entityId: 'shop:none', recordId: unknown, values: {} } },
      expect: 404,
    },
    {
      route: 'DELETE /entities/records',
      as: admin,
      request: async (app) => ({ query: { ...(await record(app)) } }),
      expect: 200,
    },
    { route: 'DELETE /entities/records', as: admin, expect: 400 },
    {
      route: 'DELETE /entities/records',
      as: admin,
      request: async (app) => {
        const { entityId, recordId } = await record(app)
        return { body: { entityId, ids: [recordId], versions: [{ id: recordId, updatedAt: '2020-01-01T00:00:00Z' }] } }
      },
      expect: 409,
    },
    {
      route: 'DELETE /entities/records',
      as: admin,
      request: { query: { entityId: 'shop:none', recordId: unknown } },
      expect: 404,
    },
    {
      route: `GET ${SHARES}`,
      as: admin,
      request: async (app) => ({ params: { id: (await share(app)).id } }),
      expect: 200,
    },
    { route: `GET ${SHARES}`, as: admin, request: { params: { id: 'x' } }, expect: 400 },
    { route: `GET ${SHARES}`, as: admin, request: { params: { id: unknown } }, expect: 404 },
    {
      route: `POST ${SHARES}`,
      as: admin,
      request: async (app) => ({ params: { id: (await record(app)).recordId }, body: await subject(app) }),
      expect: 201,
    },
    {
      route: `POST ${SHARES}`,
      as: admin,
      request: async (app) => ({
        params: { id: (await record(app)).recordId },
        body: { with: 'team', subjectId: unknown },
      }),
      expect: 400,
    },
    {
      route: `POST ${SHARES}`,
      as: admin,
      request: async (app) => ({ params: { id: unknown }, body: await subject(app) }),
      expect: 404,
    },
    {
      route: `DELETE ${SHARES}/{shareId}`,
      as: admin,
      request: async (app) => ({ params: await share(app) }),
      expect: 200,
    },
    {
      route: `DELETE ${SHARES}/{shareId}`,
      as: admin,
      request: async (app) => ({ params: { id: (await record(app)).recordId, shareId: unknown } }),
      expect: 404,
    },
  ],
}
