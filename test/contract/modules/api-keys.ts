import { group } from '../_frame/group.ts'
import { exactly, says, time } from '../_frame/statement.ts'
import { addTenant } from '../_frame/tenants.ts'
import { after, bodyFrom, idFrom } from '../_frame/visitor.ts'
import { createKey as create, KEYS, roleOf } from './_keys.ts'
import { unknown } from './_words.ts'

/** Decisions: API keys; Log entries of API keys. */
export const apiKeys = group(
  'API keys',
  {
    async scenario(host) {
      const { admin, app, organizationId } = host
      const other = await addTenant(host, 'Keys')
      const roleId = await roleOf(admin, 'employee')
      const named = await bodyFrom(
        create(admin, { name: 'First 100%', description: 'Of all', roles: ['employee'], organizationId }),
      )
      app.clock.advance(1_000)
      const second = await bodyFrom(create(admin, { name: 'second_key', roles: ['admin'] }))
      app.clock.advance(1_000)
      const ending = await bodyFrom(
        create(admin, {
          name: 'Ending',
          roles: ['admin'],
          expiresAt: new Date(app.clock.now.getTime() + 60_000).toISOString(),
        }),
      )
      const foreign = await idFrom(create(other.admin, { name: 'Foreign' }))
      return { other, roleId, named, second, ending, foreign }
    },
  },
  {
    'GET /api_keys/keys': ({ admin, employee, anonymous, named, roleId, organizationId }) => {
      const finds = (query: string, ...names: string[]) =>
        says(`${query || 'no filter'} finds ${names.join(', ') || 'nothing'}`, admin.get(`${KEYS}?${query}`), 200, {
          items: names.map((name) => ({ name })),
          total: names.length,
        })
      const item = {
        id: named.id,
        name: 'First 100%',
        description: 'Of all',
        keyPrefix: named.keyPrefix,
        organizationId,
        organizationName: 'Acme Corp',
        createdAt: time,
        updatedAt: time,
        lastUsedAt: null,
        expiresAt: null,
        roles: [{ id: roleId, name: 'employee' }],
        // An addition to the published members.
        serviceAccount: null,
      }
      return [
        says(
          'tells every key with these members, and no secret',
          admin.get(`${KEYS}?search=First`),
          200,
          exactly({ items: [item], total: 1, page: 1, pageSize: 20, totalPages: 1 }),
        ),
        finds('', 'Ending', 'second_key', 'First 100%'),
        finds('search=KEY', 'second_key'),
        finds('search=%20first%20', 'First 100%'),
        finds('search=%25', 'First 100%'),
        finds('search=_', 'Ending', 'second_key', 'First 100%'),
        finds('search=Of'),
        finds('search=', 'Ending', 'second_key', 'First 100%'),
        says('finds by the prefix', admin.get(`${KEYS}?search=${named.keyPrefix}`), 200, {
          items: [{ name: 'First 100%' }],
        }),
        says('and by its case', admin.get(`${KEYS}?search=${named.keyPrefix.toUpperCase()}`), 200, {
          items: [{ name: 'First 100%' }],
        }),
        ...(
          [
            ['page=0', 1, 20],
            ['page=-1', 1, 20],
            ['page=x', 1, 20],
            ['pageSize=0', 1, 20],
            ['pageSize=x', 1, 20],
            ['pageSize=201', 1, 200],
            ['pageSize=200', 1, 200],
            ['pageSize=-5', 1, 1],
            ['page=7', 7, 20],
          ] as const
        ).map(([query, page, pageSize]) =>
          says(`${query} is page ${page} of ${pageSize}`, admin.get(`${KEYS}?${query}`), 200, {
            page,
            pageSize,
            total: 3,
          }),
        ),
        says('cuts pages', admin.get(`${KEYS}?page=2&pageSize=2`), 200, {
          items: [{ name: 'First 100%' }],
          totalPages: 2,
        }),
        says(
          'has no page of nothing',
          admin.get(`${KEYS}?search=zzz`),
          200,
          exactly({ items: [], total: 0, page: 1, pageSize: 20, totalPages: 0 }),
        ),
        says(
          'needs api_keys.view',
          employee.get(KEYS),
          403,
          exactly({ error: 'Forbidden', requiredFeatures: ['api_keys.view'] }),
        ),
        says('needs a login', anonymous.get(KEYS), 401, 'Unauthorized'),
        says('has no detail and no change', admin.put(KEYS, { id: named.id }), 404, 'Not Found'),
      ]
    },
    'How a key signs in': ({ visitor, named, second, ending, app, admin, tenantId, organizationId }) => {
      const by = (headers: Record<string, string>) =>
        visitor(headers).post('/auth/feature-check', { features: ['api_keys.view'] })
      const wrong = `${second.secret.slice(0, -1)}${second.secret.endsWith('0') ? '1' : '0'}`
      return [
        says('by x-api-key', by({ 'x-api-key': second.secret }), 200, { granted: ['api_keys.view'] }),
        ...['ApiKey', 'apikey', 'APIKEY'].map((scheme) =>
          says(`by Authorization: ${scheme}`, by({ authorization: `${scheme} ${second.secret}` }), 200, { ok: true }),
        ),
        says('not as a bearer', by({ authorization: `Bearer ${second.secret}` }), 401, 'Unauthorized'),
        says('not by a cookie', by({ cookie: `auth_token=${second.secret}` }), 401, 'Unauthorized'),
        ...[wrong, second.keyPrefix, 'omk_x', ''].map((secret) =>
          says(
            `not with ${secret === wrong ? 'another end' : secret || 'nothing'}`,
            by({ 'x-api-key': secret }),
            401,
            'Unauthorized',
          ),
        ),
        says('as itself', by({ 'x-api-key': second.secret }), 200, { userId: `api_key:${second.id}` }),
        says(
          'with what its roles allow',
          visitor({ 'x-api-key': named.secret }).get(KEYS),
          403,
          exactly({ error: 'Forbidden', requiredFeatures: ['api_keys.view'] }),
        ),
        says(
          'at home in its organization',
          visitor({ 'x-api-key': second.secret }).post('/business_rules/rules', {
            ruleId: 'KEY',
            ruleName: 'x',
            ruleType: 'GUARD',
            entityType: 'X',
          }),
          201,
        ),
        says('where what it makes belongs to', admin.get('/business_rules/rules?ruleId=KEY'), 200, {
          items: [{ tenantId, organizationId, createdBy: `api_key:${second.id}` }],
        }),
        says(
          'and its use is told',
          after(app.settled, () => admin.get(`${KEYS}?search=second_key`)),
          200,
          { items: [{ lastUsedAt: time }] },
        ),
        says(
          'makes keys for its owner',
          visitor({ 'x-api-key': second.secret }).post(KEYS, { name: 'Child', roles: ['employee'] }),
          201,
          { secret: /^omk_/ },
        ),
        says('until it ends', by({ 'x-api-key': ending.secret }), 200),
        says(
          'and not after',
          after(
            () => app.clock.advance(120_000),
            () => by({ 'x-api-key': ending.secret }),
          ),
          401,
          'Unauthorized',
        ),
      ]
    },
    'DELETE /api_keys/keys': async ({ admin, employee, visitor, foreign, other, named, second }) => {
      const program = visitor({ 'x-api-key': second.secret })
      return [
        ...['', '?id=', '?id=x', '?id=7'].map((query) =>
          says(`refuses '${query}'`, admin.del(`${KEYS}${query}`), 400, 'ID is required'),
        ),
        says('knows nothing of an unknown key', admin.del(`${KEYS}?id=${unknown}`), 404, 'Not found'),
        says('nor of one of another tenant', admin.del(`${KEYS}?id=${foreign}`), 404, 'Not found'),
        says('which stays', other.admin.get(`${KEYS}?search=Foreign`), 200, { total: 1 }),
        says(
          'needs api_keys.delete',
          employee.del(`${KEYS}?id=${named.id}`),
          403,
          exactly({ error: 'Forbidden', requiredFeatures: ['api_keys.delete'] }),
        ),
        says('the key works', program.get(KEYS), 200),
        says('is deleted', admin.del(`${KEYS}?id=${second.id}`), 200, exactly({ success: true }), {
          'x-om-operation': /^omop:/,
        }),
        says('and works no more at once', program.get(KEYS), 401, 'Unauthorized'),
        says('is gone from the list', admin.get(`${KEYS}?search=second_key`), 200, { total: 0 }),
        says('and cannot be deleted again', admin.del(`${KEYS}?id=${second.id}`), 404, 'Not found'),
        says('reads an id from the body, too', admin.del(KEYS, { id: named.id }), 200, { success: true }),
      ]
    },
  },
)
