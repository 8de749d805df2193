import { exactly, says, time, uuid } from '../_frame/statement.ts'
import { group } from '../_frame/group.ts'
import { idFrom } from '../_frame/visitor.ts'
import { addRoles } from './add-roles.ts'
import { nobody } from './known.ts'

const TAKEN = { error: 'Role name already in use', fieldErrors: { name: 'Role name already in use' } }

export const roles = group(
  'Roles',
  { scenario: addRoles },
  {
    'GET /auth/roles': ({
      admin,
      superadmin,
      tenantId,
      other,
      auditor,
      globalId,
      foreign,
      percent,
      underscore,
      userId,
    }) => {
      const list = (query: string, who = admin) => who.get(`/auth/roles?${query}`)
      const empty = { items: [], total: 0 }
      const one = (id: string) => ({ items: [{ id }], total: 1 })
      return [
        says(
          'a role',
          list(`id=${auditor}`),
          200,
          exactly({
            items: [
              {
                id: auditor,
                name: 'Auditor',
                updatedAt: time,
                usersCount: 0,
                tenantId,
                tenantIds: [tenantId],
                tenantName: 'Acme Corp Tenant',
              },
            ],
            total: 1,
            page: 1,
            pageSize: 50,
            totalPages: 1,
            isSuperAdmin: false,
          }),
        ),
        says('a role of all tenants', list(`id=${globalId}`), 200, {
          items: [{ tenantId: null, tenantIds: [], tenantName: null }],
        }),
        says('who holds it is counted', list('search=Held'), 200, { items: [{ usersCount: 1 }] }),
        says('by name', list(''), 200, {
          items: ['100% sure', 'a_b', 'admin', 'Auditor', 'axb', 'employee', 'Everywhere', 'Held'].map((name) => ({
            name,
          })),
        }),
        says(
          'parameters of other lists are ignored',
          list(`ids=${nobody}&after=${nobody}&sortField=id&sortDir=desc&status=x&search=udit`),
          200,
          one(auditor),
        ),
        says('the order is always by name', list('sortDir=desc&pageSize=2'), 200, {
          items: [{ name: '100% sure' }, { name: 'a_b' }],
        }),
        says('without the role superadmin', list('search=superadmin'), 200, empty),
        says('totalPages is at least 1', list('search=nothing'), 200, { ...empty, totalPages: 1 }),
        says('a page', list('pageSize=3&page=2'), 200, {
          items: [{ name: 'Auditor' }, { name: 'axb' }, { name: 'employee' }],
          total: 8,
          totalPages: 3,
          page: 2,
          pageSize: 3,
        }),
        says('beyond the last page', list('pageSize=3&page=4'), 200, { items: [], total: 8 }),
        says('pageSize 1000 is clamped', list('pageSize=1000'), 200, { total: 8, pageSize: 100 }),
        says('search ignores case', list('search=AUDIT'), 200, one(auditor)),
        says('search finds inside', list('search=udit'), 200, one(auditor)),
        says('% is a letter', list('search=%25'), 200, one(percent)),
        says('_ is a letter', list('search=a_b'), 200, one(underscore)),
        says('a malformed id finds nothing', list('id=x'), 200, empty),
        says('an unknown id finds nothing', list(`id=${nobody}`), 200, empty),
        says('another tenant’s role is not seen', list(`id=${foreign}`), 200, empty),
        says('a malformed tenantId of a super admin finds nothing', list('tenantId=x', superadmin), 200, empty),
        says('a super admin sees the roles of all tenants', list(`id=${foreign}`, superadmin), 200, {
          ...one(foreign),
          isSuperAdmin: true,
        }),
        says(
          'ignoring the cookie',
          list(`id=${auditor}`, superadmin.with({ cookie: `om_selected_tenant=${other.tenantId}` })),
          200,
          one(auditor),
        ),
        says(
          'a super admin may ask for one tenant',
          list(`tenantId=${other.tenantId}&search=Theirs`, superadmin),
          200,
          one(foreign),
        ),
        says(
          'with the roles of all tenants',
          list(`tenantId=${other.tenantId}&search=Everywhere`, superadmin),
          200,
          one(globalId),
        ),
        says('and no others', list(`tenantId=${other.tenantId}&search=Auditor`, superadmin), 200, empty),
        says('one’s own tenant may be named', list(`tenantId=${tenantId}&id=${auditor}`), 200, one(auditor)),
        says('null is one’s own', list(`tenantId=null&id=${auditor}`), 200, one(auditor)),
        says('another may not', list(`tenantId=${other.tenantId}`), 403, 'Not authorized to target this tenant.'),
        says('a role is held by whom it is given', admin.get(`/auth/users?id=${userId}`), 200, {
          items: [{ roles: ['Held'] }],
        }),
      ]
    },

    'POST /auth/roles': ({ admin, superadmin, tenantId, other }) => {
      const create = (body: object, who = admin) => who.post('/auth/roles', body)
      const made = create({ name: 'Made' })
      return [
        says('201 with the id', made, 201, exactly({ id: uuid })),
        says('and undo metadata', made, 201, undefined, { 'x-om-operation': /auth\.roles\.create.*auth\.role/ }),
        says('an admin makes a role of the tenant', admin.get('/auth/roles?search=Made'), 200, {
          items: [{ tenantId }],
        }),
        says('null as well', create({ name: 'Nulled', tenantId: null }), 201),
        says('of the tenant', admin.get('/auth/roles?search=Nulled'), 200, { items: [{ tenantId }] }),
        says('one’s own tenant may be named', create({ name: 'Named', tenantId }), 201),
        says(
          'another may not',
          create({ name: 'Foreign', tenantId: other.tenantId }),
          403,
          'Not authorized to target this tenant.',
        ),
        says('a super admin makes a global role', create({ name: 'Global' }, superadmin), 201),
        says('of no tenant', superadmin.get('/auth/roles?search=Global'), 200, { items: [{ tenantId: null }] }),
        says('also with null', create({ name: 'Global null', tenantId: null }, superadmin), 201),
        says(
          'a super admin may name a tenant',
          create({ name: 'For Beta', tenantId: other.tenantId }, superadmin),
          201,
        ),
        says('whose role it is', superadmin.get('/auth/roles?search=For%20Beta'), 200, {
          items: [{ tenantId: other.tenantId }],
        }),
        says('a tenant that does not exist', create({ name: 'Lost', tenantId: nobody }, superadmin), 400),
        says('a second of the name', create({ name: 'Auditor' }), 400, TAKEN),
        ...[undefined, '', 'a', 1, null, 'x'.repeat(101)].map((name) =>
          says(`the name ${JSON.stringify(name)?.slice(0, 12)} is refused`, create({ name }), 400, {
            error: 'Invalid input',
            details: [{ path: ['name'] }],
          }),
        ),
        ...['superadmin', 'admin', 'employee', 'SuperAdmin', 'superadmin ', 'Admin'].map((name) =>
          says(`"${name}" is for super admins`, create({ name }), 403, {
            error: 'Only super administrators may use the name of a built-in role.',
          }),
        ),
        says(
          'unknown custom fields are refused',
          create({ name: 'F', customFields: { a: 1 }, cf_b: 2, 'cf:c': 3 }),
          400,
        ),
      ]
    },

    'DELETE /auth/roles': async ({ admin, superadmin, held, foreign, globalId, superadminRole }) => {
      const make = (name: string) => idFrom(admin.post('/auth/roles', { name }))
      const [byQuery, byBody, both] = [await make('By query'), await make('By body'), await make('Both')]
      const gone = admin.del(`/auth/roles?id=${byQuery}`)
      return [
        says('200 by query', gone, 200, exactly({ ok: true })),
        says('with undo metadata', gone, 200, undefined, { 'x-om-operation': /auth\.roles\.delete/ }),
        says('it is gone', admin.get(`/auth/roles?id=${byQuery}`), 200, { total: 0 }),
        says('200 by body', admin.del('/auth/roles', { id: byBody }), 200, exactly({ ok: true })),
        says('the body wins', admin.del(`/auth/roles?id=${held}`, { id: both }), 200, exactly({ ok: true })),
        says('the other one is still there', admin.get(`/auth/roles?id=${held}`), 200, { total: 1 }),
        says('no id', admin.del('/auth/roles'), 400, 'Role id required'),
        says('a malformed id', admin.del('/auth/roles?id=x'), 400),
        says('an unknown id', admin.del(`/auth/roles?id=${nobody}`), 404, 'Role not found'),
        says('another tenant’s', admin.del(`/auth/roles?id=${foreign}`), 404, 'Role not found'),
        says('again', admin.del(`/auth/roles?id=${byQuery}`), 404, 'Role not found'),
        says('one that is held', admin.del(`/auth/roles?id=${held}`), 400, 'Role has assigned users'),
        says('one of all tenants', admin.del(`/auth/roles?id=${globalId}`), 403),
        says('the superadmin role', admin.del(`/auth/roles?id=${superadminRole}`), 403),
        says('a super admin deletes any', superadmin.del(`/auth/roles?id=${foreign}`), 200, exactly({ ok: true })),
      ]
    },

    'GET /auth/roles/acl': ({
      admin,
      superadmin,
      held,
      employeeRole,
      adminRole,
      superadminRole,
      foreign,
      tenantId,
      globalId,
      other,
    }) => {
      const acl = (query: string, who = admin) => who.get(`/auth/roles/acl?${query}`)
      const nothing = exactly({ isSuperAdmin: false, features: [], organizations: null, updatedAt: null })
      return [
        says('a role without rights', acl(`roleId=${held}`), 200, nothing),
        says('the employee', acl(`roleId=${employeeRole}`), 200, { isSuperAdmin: false, organizations: null }),
        says('the admin', acl(`roleId=${adminRole}`), 200, { isSuperAdmin: false, organizations: null }),
        says('the super admin', acl(`roleId=${superadminRole}`, superadmin), 200, {
          isSuperAdmin: true,
          organizations: null,
        }),
        says('the tenant may be named', acl(`roleId=${held}&tenantId=${tenantId}`), 200, nothing),
        says('a role of all tenants, here', acl(`roleId=${globalId}`), 200, nothing),
        ...['', 'roleId=', 'roleId=x', `roleId=${held}&tenantId=x`].map((query) =>
          says(`?${query.replace(held, '…')} is invalid`, acl(query), query.includes('tenantId') ? 403 : 400),
        ),
        says('no role', acl(''), 400, { error: 'Invalid input' }),
        says('an unknown role', acl(`roleId=${nobody}`), 404, 'Not found'),
        says('a role that is gone', acl(`roleId=${foreign}`), 404, 'Not found'),
        says(
          'another tenant',
          acl(`roleId=${held}&tenantId=${other.tenantId}`),
          403,
          'Not authorized to target this tenant.',
        ),
      ]
    },
  },
)
