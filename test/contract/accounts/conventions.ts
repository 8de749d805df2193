import { z } from 'zod'
import { exactly, says, type Statement, uuid } from '../_frame/statement.ts'
import { group } from '../_frame/group.ts'
import { addTenant } from '../_frame/tenants.ts'
import { after, bodyFrom, type Call, form, idFrom, type Visitor } from '../_frame/visitor.ts'
import { closedRoutes, nameOf } from './routes.ts'

const undo = '/audit_logs/audit-logs/actions/undo'

export const conventions = group(
  'Shared conventions',
  {
    async scenario(host) {
      const other = await addTenant(host, 'Beta')
      const key = await bodyFrom(host.admin.post('/api_keys/keys', { name: 'Key', roles: ['admin'] }))
      return { other, key: host.visitor({ 'x-api-key': key.secret }) }
    },
  },
  {
    'Tenant-target guard: foreign tenants': ({ app, admin, key, other }) =>
      closedRoutes({ app }).flatMap((route) => {
        const { method, path } = route
        const refusal = 'Not authorized to target this tenant.'
        const foreign = other.tenantId
        return [
          says(`${nameOf(route)}: in the query`, admin.send(method, `${path}?tenantId=${foreign}`), 403, refusal),
          says(
            `${nameOf(route)}: the last value of several`,
            admin.send(method, `${path}?tenantId=null&tenantId=${foreign}`),
            403,
            refusal,
          ),
          says(`${nameOf(route)}: by an API key`, key.send(method, `${path}?tenantId=${foreign}`), 403, refusal),
          ...(method === 'GET' || path === '/auth/logout'
            ? []
            : [
                says(
                  `${nameOf(route)}: in the body`,
                  admin.send(method, path, { body: JSON.stringify({ tenantId: foreign }) }),
                  403,
                  refusal,
                ),
              ]),
        ]
      }),

    'Tenant-target guard: one’s own tenant': ({ app, admin, tenantId }) => {
      const reads = closedRoutes({ app }).filter(({ method }) => method === 'GET')
      const required: Record<string, string> = {
        '/auth/access/explain': 400,
        '/auth/access/holders': 400,
        '/auth/roles/acl': 400,
        '/auth/roles/export': 400,
        '/auth/roles/field-policies': 400,
        '/auth/roles/row-policies': 400,
        '/auth/users/acl': 400,
        '/auth/users/consents': 400,
        '/auth/users/factors': 400,
        '/auth/users/field-policies': 400,
        '/auth/users/row-policies': 400,
        '/auth/users/sessions': 400,
        '/auth/users/sign-ins': 400,
        '/directory/tenants': 403,
        '/directory/write-suspensions': 403,
      } as never
      return reads.flatMap((route) =>
        [`${tenantId}`, 'null', 'NULL', 'undefined', tenantId.toUpperCase()].map((named) =>
          says(
            `${nameOf(route)}: ${named === tenantId ? 'by its id' : named === tenantId.toUpperCase() ? 'in capitals' : named} is let through`,
            admin.get(`${route.path}?tenantId=${named}`),
            Number(required[route.path] ?? 200),
          ),
        ),
      )
    },

    'Tenant-target guard: null of a super admin (decision: tenantId null)': ({ app, superadmin, tenantId, other }) => {
      const reads = closedRoutes({ app }).filter(({ method }) => method === 'GET')
      const invalid = [
        '/auth/roles/acl',
        '/auth/roles/export',
        '/auth/roles/field-policies',
        '/auth/roles/row-policies',
        '/auth/users/acl',
        '/auth/users/consents',
        '/auth/users/factors',
        '/auth/users/field-policies',
        '/auth/users/row-policies',
        '/auth/users/sessions',
        '/auth/users/sign-ins',
        '/auth/access/explain',
        '/auth/access/holders',
      ]
      const inOther = superadmin.with({ cookie: `om_selected_tenant=${other.tenantId}` })
      const ofOne = (own: string) => ({ items: z.array(z.looseObject({ tenantId: z.literal(own) })).min(1) })
      const lists = ['/auth/users', '/directory/organizations', '/directory/organizations?view=manage']
      return [
        ...reads.flatMap(({ method, path }) =>
          ['null', 'NULL'].map((named) =>
            says(
              `${nameOf({ method, path })}: ${named} is let through`,
              superadmin.get(`${path}?tenantId=${named}`),
              invalid.includes(path) ? 400 : 200,
            ),
          ),
        ),
        ...lists.flatMap((path) => {
          const query = `${path}${path.includes('?') ? '&' : '?'}tenantId=null`
          return [
            says(`${path}: null is one’s own tenant`, superadmin.get(query), 200, ofOne(tenantId)),
            says(
              `${path}: the last of several`,
              superadmin.get(`${query}&tenantId=${other.tenantId}&tenantId=null`),
              200,
              ofOne(tenantId),
            ),
            says(`${path}: or the selected one`, inOther.get(query), 200, ofOne(other.tenantId)),
          ]
        }),
        says(
          'of a new organization',
          superadmin.post('/directory/organizations', { name: 'Nulled', tenantId: null }),
          201,
          { id: uuid },
        ),
        says(
          'which is there',
          superadmin.get(`/directory/organizations?tenantId=${tenantId}&search=Nulled&view=manage`),
          200,
          { total: 1 },
        ),
        says(
          'of a role: all tenants, as published',
          superadmin.post('/auth/roles', { name: 'Everywhere', tenantId: null }),
          201,
          { id: uuid },
        ),
        says('which they have', other.admin.get('/auth/roles?search=Everywhere'), 200, { items: [{ tenantId: null }] }),
      ]
    },

    'Tenant-target guard: writes': ({ admin, superadmin, tenantId, other, anonymous }) => [
      ...[tenantId, null, 'null', 'NULL', 'undefined'].map((named, index) =>
        says(
          `${JSON.stringify(named)?.slice(0, 8)} in a body is one’s own`,
          admin.post('/auth/roles', { name: `Own ${index}`, tenantId: named === 'undefined' ? undefined : named }),
          201,
          { id: uuid },
        ),
      ),
      says(
        'a super admin may name any',
        superadmin.post('/auth/roles', { name: 'Theirs', tenantId: other.tenantId }),
        201,
        { id: uuid },
      ),
      says('which has it', other.admin.get('/auth/roles?search=Theirs'), 200, { total: 1 }),
      says(
        'public routes have no guard',
        admin.post(
          '/auth/login',
          form({ email: 'beta-admin@acme.com', password: 'Secret-123', tenantId: other.tenantId }),
        ),
        200,
        { ok: true },
      ),
      says('nor for strangers', anonymous.get(`/auth/locale?tenantId=${other.tenantId}`), 200, { ok: true }),
    ],

    'Error bodies': ({ admin }) => [
      says('validation', admin.post('/auth/roles', {}), 400, { error: 'Invalid input', details: [{ path: ['name'] }] }),
      says('PUT of a user without an id', admin.put('/auth/users', {}), 400, { error: 'Invalid id' }),
      says('PUT of a role without an id', admin.put('/auth/roles', {}), 400, { error: 'Invalid id' }),
      says('PUT of an organization without an id', admin.put('/directory/organizations', {}), 400, {
        error: 'Invalid id',
      }),
      says('DELETE of a user without an id', admin.del('/auth/users'), 400, { error: 'User id required' }),
      says('DELETE of a role without an id', admin.del('/auth/roles'), 400, { error: 'Role id required' }),
      says('DELETE of an organization without an id', admin.del('/directory/organizations'), 400, {
        error: 'Organization id required',
      }),
      says('404 of a user', admin.del(`/auth/users?id=${crypto.randomUUID()}`), 404, 'User not found'),
      says('404 of a role', admin.del(`/auth/roles?id=${crypto.randomUUID()}`), 404, 'Role not found'),
      says('404 of an organization', admin.del(`/directory/organizations?id=${crypto.randomUUID()}`), 404, 'Not found'),
    ],

    'Undo of what this part writes': async ({ admin, anonymous, organizationId }) => {
      const create = (email: string) =>
        idFrom(admin.post('/auth/users', { email, password: 'Secret-123', organizationId, roles: ['employee'] }))
      const id = await create('undone@acme.com')
      const login = (password: string) => anonymous.post('/auth/login', form({ email: 'undone@acme.com', password }))
      const changed = await admin.put('/auth/users', { id, password: 'Chosen-123', name: 'Changed' }).answer()
      const session = await bodyFrom(login('Chosen-123'))
      const roleId = await idFrom(admin.post('/auth/roles', { name: 'Undone' }))
      await bodyFrom(admin.put('/auth/roles/acl', { roleId, features: ['auth.users.list'] }))
      const deleted = await admin.del(`/auth/roles?id=${roleId}`).answer()
      const alone = await admin
        .put('/auth/users', { id: await create('alone@acme.com'), password: 'Chosen-456' })
        .answer()
      return [
        says(
          'a password is not brought back (decision: Credentials and undo)',
          admin.post(undo, { undoToken: changed.operation?.undoToken }),
          200,
          { ok: true },
        ),
        says('the new one is right', login('Chosen-123'), 200, { ok: true }),
        says('the old one is wrong', login('Secret-123'), 401, { ok: false }),
        says('the rest is undone', admin.get(`/auth/users?id=${id}`), 200, { items: [{ name: null }] }),
        says(
          'a login is there',
          anonymous.with({ authorization: `Bearer ${session.token}` }).get('/auth/profile'),
          200,
          {
            email: 'undone@acme.com',
          },
        ),
        says('a password alone cannot be undone', admin.post(undo, { undoToken: alone.operation?.undoToken }), 400),
        says('a deleted role', admin.post(undo, { undoToken: deleted.operation?.undoToken }), 200, { ok: true }),
        says('is there under its id', admin.get(`/auth/roles?id=${roleId}`), 200, {
          items: [{ id: roleId, name: 'Undone' }],
        }),
        says('with its rights', admin.get(`/auth/roles/acl?roleId=${roleId}`), 200, { features: ['auth.users.list'] }),
        says('a token works once', admin.post(undo, { undoToken: deleted.operation?.undoToken }), 400),
      ]
    },

    'Access logging': async ({ admin, tenantId, app }) => {
      const { items } = await bodyFrom(admin.get('/auth/roles?search=admin'))
      await admin.get(`/auth/roles/acl?roleId=${items[0].id}`).answer()
      await admin.get('/auth/users?search=employee@acme.com').answer()
      await admin.get('/directory/organizations').answer()
      await app.settled()
      const log = (kind: string) => admin.get(`/audit_logs/audit-logs/access?resourceKind=${kind}&pageSize=1`)
      return ['auth.user', 'auth.role', 'auth.role_acl', 'directory.organization'].map((kind) =>
        says(`reads of ${kind} are logged`, log(kind), 200, {
          items: [{ resourceKind: kind, tenantId, accessType: /^read/ }],
        }),
      )
    },

    'Statuses: what tokens and roles decide': ({ admin, employee, anonymous }) => [
      ...['/auth/users', '/auth/roles', '/auth/features', '/directory/organizations'].flatMap((path) => [
        says(`GET ${path}: 200`, admin.get(path), 200),
        says(`GET ${path}: 401`, anonymous.get(path), 401, 'Unauthorized'),
        says(`GET ${path}: 403`, employee.get(path), 403, { error: 'Forbidden' }),
      ]),
      says('the bodies of lists', admin.get('/auth/roles'), 200, { page: 1, pageSize: 50, isSuperAdmin: false }),
      says('a refusal has one member', anonymous.get('/auth/users'), 401, exactly({ error: 'Unauthorized' })),
    ],
    'No organization is selected': ({ admin }) => {
      const all = admin.with({ cookie: 'om_selected_org=__all__' })
      const entityId = 'shop:cart'
      const missing = { details: { fieldErrors: { organizationId: [/./] } } }
      return [
        says('an entity needs one', all.post('/entities/entities', { entityId, label: 'Carts' }), 400, missing),
        says('a field', all.post('/entities/definitions', { entityId, key: 'size', kind: 'text' }), 400, missing),
        says('a role does not', all.post('/auth/roles', { name: 'Of all' }), 201),
        says(
          'a field of the whole tenant does not',
          all.post('/entities/definitions', { entityId, key: 'size', kind: 'text', tenantWide: true }),
          200,
        ),
      ]
    },
    'Optimistic locking, where a version can be sent': async ({ admin, organizationId }) => {
      const roleId = await idFrom(admin.post('/auth/roles', { name: 'Versioned' }))
      const userId = await idFrom(
        admin.post('/auth/users', { email: 'v@acme.com', password: 'Secret-123', organizationId }),
      )
      const entityId = 'shop:boat'
      await bodyFrom(admin.post('/entities/entities', { entityId, label: 'Boats' }))
      await bodyFrom(admin.post('/entities/definitions', { entityId, key: 'sail', kind: 'text' }))
      const record = await bodyFrom(admin.post('/entities/records', { entityId, values: { sail: 'red' } }))
      const { recordId } = record.item
      const { items } = (await bodyFrom(admin.get('/dashboards/layout'))).layout
      const layout = '/dashboards/layout'
      const widgetIds = [(await bodyFrom(admin.get('/dashboards/widgets/catalog'))).items[0].id]
      const rights = { roleId, features: [] }
      const places: readonly (readonly [
        string,
        string,
        (who: Visitor, body?: object) => Call,
        ((body: Item) => Item)?,
      ])[] = [
        [
          'a role',
          `/auth/roles?id=${roleId}`,
          (who) => who.put('/auth/roles', { id: roleId, name: 'Versioned' }),
          itemsOf,
        ],
        ['the rights of a role', `/auth/roles/acl?roleId=${roleId}`, (who) => who.put('/auth/roles/acl', rights)],
        [
          'the rights of a user',
          `/auth/users/acl?userId=${userId}`,
          (who) => who.put('/auth/users/acl', { userId, features: [], isSuperAdmin: false }),
        ],
        [
          'a sidebar',
          '/auth/sidebar/preferences',
          (who) => who.put('/auth/sidebar/preferences', { hiddenItems: ['/x'] }),
        ],
        [
          'the settings of logs',
          '/audit_logs/audit-logs/settings',
          (who) => who.put('/audit_logs/audit-logs/settings', { accessDays: 30 }),
        ],
        [
          'a custom entity',
          '/entities/entities',
          (who) => who.post('/entities/entities', { entityId, label: 'Boats' }),
          (body) => body.items!.find((one) => one['entityId'] === entityId)!,
        ],
        [
          'a custom field',
          `/entities/definitions?entityId=${entityId}`,
          (who) => who.post('/entities/definitions', { entityId, key: 'sail', kind: 'text' }),
          itemsOf,
        ],
        [
          'a record',
          `/entities/records?entityId=${entityId}&id=${recordId}`,
          (who) => who.put('/entities/records', { entityId, recordId, values: { sail: 'blue' } }),
          itemsOf,
        ],
        ['a layout', layout, (who) => who.put(layout, { items })],
        ['an item of a layout', layout, (who) => who.patch(`${layout}/${items[0].id}`, { size: 'lg' })],
        [
          'widgets of a role',
          `/dashboards/roles/widgets?roleId=${roleId}`,
          (who) => who.put('/dashboards/roles/widgets', { roleId, widgetIds }),
        ],
        [
          'widgets of a user',
          `/dashboards/users/widgets?userId=${userId}`,
          (who) => who.put('/dashboards/users/widgets', { userId, mode: 'override', widgetIds }),
        ],
      ]
      const statements: Statement[] = []
      for (const [what, read, write, pick = (body: Item) => body] of places) {
        const versionOf = async () => pick(await bodyFrom(admin.get(read))).updatedAt
        const by = (version: string) => admin.with({ 'x-om-ext-optimistic-lock-expected-updated-at': version })
        statements.push(
          says(`${what} of another version is 409`, write(by('2020-01-01T00:00:00.000Z')), 409, {
            code: 'optimistic_lock_conflict',
            expectedUpdatedAt: '2020-01-01T00:00:00.000Z',
          }),
          says(
            `${what} of the version that was read is written`,
            after(
              () => undefined,
              async () => {
                if (!(await versionOf())) await bodyFrom(write(admin))
                return write(by(await versionOf()))
              },
            ),
            200,
          ),
        )
      }
      return statements
    },
  },
)

interface Item extends Readonly<Record<string, unknown>> {
  readonly updatedAt: string
  readonly items?: readonly Item[]
}

const itemsOf = ({ items }: Item) => items![0]!
