import type { ModuleFixtures, Sample, TestPlatform } from '@plinth/testing'
import { addDictionary, addEntry } from './dictionaries.ts'

const unknown = '99999999-9999-4999-8999-999999999999'
const admin = 'admin'
const employee = 'employee'

const dictionary = async (app: TestPlatform, fields: object = {}) => ({
  id: await addDictionary(app.as(admin), fields),
})
const within = async (app: TestPlatform) => ({ dictionaryId: await addDictionary(app.as(admin)) })
const entry = (app: TestPlatform) => addEntry(app.as(admin))

const one = 'GET /dictionaries/{id}'
const entries = '/dictionaries/{dictionaryId}/entries'

const refusals: Sample[] = [one, `GET ${entries}`, 'DELETE /dictionaries/{id}'].flatMap((route) => [
  { route, as: admin, request: { params: { id: unknown, dictionaryId: unknown } }, expect: 404 },
  { route, as: admin, request: { params: { id: 'x', dictionaryId: 'x' } }, expect: 400 },
])

/** Contract samples of dictionaries. */
export const contract: NonNullable<ModuleFixtures['contract']> = {
  open: [],
  samples: [
    ...refusals,
    { route: 'GET /dictionaries', as: employee, expect: 200 },
    { route: 'GET /dictionaries', as: employee, request: { query: { includeInactive: 'x' } }, expect: 400 },
    { route: 'POST /dictionaries', as: admin, request: { body: { key: 'colors', name: 'Colors' } }, expect: 201 },
    {
      route: 'POST /dictionaries',
      as: admin,
      request: async (app) => {
        const key = `k${crypto.randomUUID()}`
        await dictionary(app, { key })
        return { body: { key, name: 'Twice' } }
      },
      expect: 409,
    },
    { route: one, as: employee, request: async (app) => ({ params: await dictionary(app) }), expect: 200 },
    {
      route: 'PATCH /dictionaries/{id}',
      as: admin,
      request: async (app) => ({ params: await dictionary(app), body: { name: 'Shades' } }),
      expect: 200,
    },
    {
      route: 'PATCH /dictionaries/{id}',
      as: admin,
      request: async (app) => {
        const key = `k${crypto.randomUUID()}`
        await dictionary(app, { key })
        return { params: await dictionary(app), body: { key } }
      },
      expect: 409,
    },
    {
      route: 'PATCH /dictionaries/{id}',
      as: admin,
      request: { params: { id: unknown }, body: { name: 'x' } },
      expect: 404,
    },
    {
      route: 'DELETE /dictionaries/{id}',
      as: admin,
      request: async (app) => ({ params: await dictionary(app) }),
      expect: 200,
    },
    { route: `GET ${entries}`, as: employee, request: async (app) => ({ params: await within(app) }), expect: 200 },
    {
      route: `POST ${entries}`,
      as: admin,
      request: async (app) => ({ params: await within(app), body: { value: 'red', color: '#FF0000', icon: 'drop' } }),
      expect: 201,
    },
    {
      route: `POST ${entries}`,
      as: admin,
      request: async (app) => {
        const { dictionaryId } = await addEntry(app.as(admin), { value: 'Red' })
        return { params: { dictionaryId }, body: { value: ' red ' } }
      },
      expect: 409,
    },
    {
      route: `POST ${entries}`,
      as: admin,
      request: { params: { dictionaryId: unknown }, body: { value: 'x' } },
      expect: 404,
    },
    {
      route: `PATCH ${entries}/{id}`,
      as: admin,
      request: async (app) => ({ params: await entry(app), body: { label: 'Reddish' } }),
      expect: 200,
    },
    {
      route: `PATCH ${entries}/{id}`,
      as: admin,
      request: async (app) => {
        const { dictionaryId, id } = await entry(app)
        await addEntry(app.as(admin), { dictionaryId, value: 'taken' })
        return { params: { dictionaryId, id }, body: { value: 'Taken' } }
      },
      expect: 409,
    },
    {
      route: `PATCH ${entries}/{id}`,
      as: admin,
      request: async (app) => ({ params: { ...(await entry(app)), id: unknown }, body: { label: 'x' } }),
      expect: 404,
    },
    { route: `DELETE ${entries}/{id}`, as: admin, request: async (app) => ({ params: await entry(app) }), expect: 200 },
    {
      route: `DELETE ${entries}/{id}`,
      as: admin,
      request: { params: { dictionaryId: 'x', id: unknown } },
      expect: 400,
    },
    {
      route: `DELETE ${entries}/{id}`,
      as: admin,
      request: { params: { dictionaryId: unknown, id: unknown } },
      expect: 404,
    },
    {
      route: `POST ${entries}/reorder`,
      as: admin,
      request: async (app) => {
        const { dictionaryId, id } = await entry(app)
        return { params: { dictionaryId }, body: { entries: [{ id, position: 3 }] } }
      },
      expect: 200,
    },
    {
      route: `POST ${entries}/reorder`,
      as: admin,
      request: async (app) => ({ params: await within(app), body: { entries: [{ id: unknown, position: 3 }] } }),
      expect: 404,
    },
    {
      route: `POST ${entries}/set-default`,
      as: admin,
      request: async (app) => {
        const { dictionaryId, id } = await entry(app)
        return { params: { dictionaryId }, body: { entryId: id } }
      },
      expect: 200,
    },
    {
      route: `POST ${entries}/set-default`,
      as: admin,
      request: async (app) => ({ params: await within(app), body: { entryId: unknown } }),
      expect: 404,
    },
    { route: 'GET /currencies/currencies/options', as: employee, request: { query: { q: 'euro' } }, expect: 200 },
    {
      route: 'GET /currencies/currencies/options',
      as: employee,
      request: { query: { q: 'x'.repeat(101) } },
      expect: 400,
    },
  ],
}
