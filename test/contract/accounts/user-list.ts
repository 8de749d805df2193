import { exactly, says, time, uuid, without } from '../_frame/statement.ts'
import { group } from '../_frame/group.ts'
import { addUsers } from './add-users.ts'
import { nobody } from './known.ts'

export const userList = group(
  'Lists of users',
  { scenario: addUsers },
  {
    'GET /auth/users': ({
      admin,
      superadmin,
      branchAdmin,
      anna,
      bert,
      foreign,
      roleId,
      branchId,
      organizationId,
      tenantId,
      other,
    }) => {
      const list = (query: string, who = admin) => who.get(`/auth/users?${query}`)
      const empty = { items: [], total: 0 }
      const one = (id: string) => ({ items: [{ id }], total: 1 })
      return [
        says(
          'a user',
          list(`id=${anna}`),
          200,
          exactly({
            items: [
              {
                id: anna,
                email: 'Anna@acme.com',
                name: 'Anna',
                isActive: true,
                organizationId,
                organizationName: 'Acme Corp',
                tenantId,
                tenantName: 'Acme Corp Tenant',
                roles: ['Auditor', 'employee'],
                roleIds: [roleId, uuid],
                updatedAt: time,
                hasPassword: true,
              },
            ],
            total: 1,
            page: 1,
            pageSize: 50,
            totalPages: 1,
            isSuperAdmin: false,
          }),
        ),
        says('no password or hash', list(`id=${anna}`), 200, {
          items: [without('password', 'passwordHash', 'password_hash')],
        }),
        says('by the name of a role', list('search=SUPERADM'), 200, { items: [{ roles: ['superadmin'] }] }),
        says('by the name of an organization', list(`search=cme%20Cor&id=${anna}`), 200, one(anna)),
        says('by e-mail', list('search=acme.com'), 200, {
          items: [
            'admin@acme.com',
            'Anna@acme.com',
            'bert@acme.com',
            'branch-admin@acme.com',
            'employee@acme.com',
            'superadmin@acme.com',
          ].map((email) => ({ email })),
        }),
        says(
          'parameters of other lists are ignored',
          list(`ids=${nobody}&after=${nobody}&sortField=id&sortDir=desc&status=x&search=anna`),
          200,
          one(anna),
        ),
        says('a page', list('pageSize=2&page=2'), 200, {
          items: [{ email: 'bert@acme.com' }, { email: 'branch-admin@acme.com' }],
          total: 6,
          totalPages: 3,
        }),
        says('beyond the last page', list('page=9'), 200, { items: [], total: 6 }),
        says('pageSize 1000 is clamped', list('pageSize=1000'), 200, { total: 6, pageSize: 100 }),
        says('search ignores case', list('search=ANNA'), 200, one(anna)),
        says('search finds inside', list('search=nna@ac'), 200, one(anna)),
        says('by name', list('name=nn'), 200, one(anna)),
        says('active ones', list('isActive=true'), 200, { total: 6 }),
        says('deactivated ones', list('isActive=false'), 200, empty),
        says('isActive that is neither', list('isActive=x'), 400, { error: 'Invalid input' }),
        says('% is a letter', list('search=%25'), 200, empty),
        says('_ is a letter', list('search=_'), 200, empty),
        says('an organization', list(`organizationId=${branchId}`), 200, { total: 2 }),
        says('a malformed organization', list('organizationId=x'), 200, empty),
        says('an unknown organization', list(`organizationId=${nobody}`), 200, empty),
        says('roleId', list(`roleId=${roleId}`), 200, one(anna)),
        says('roleIds', list(`roleIds=${roleId}`), 200, one(anna)),
        says('roleId repeated is any of them', list(`roleId=${roleId}&roleId=${nobody}`), 200, one(anna)),
        says('roleIds as a list is any of them', list(`roleIds=${nobody},${roleId}`), 200, one(anna)),
        says('roleIds repeated as well', list(`roleIds=${nobody}&roleIds=${roleId}`), 200, one(anna)),
        says('roles and an id intersect', list(`roleId=${roleId}&id=${bert}`), 200, empty),
        says('no valid role finds nothing', list('roleIds=x'), 200, empty),
        says('a malformed id finds nothing', list('id=x'), 200, empty),
        says('an unknown id finds nothing', list(`id=${nobody}`), 200, empty),
        says('another tenant’s user is not seen', list(`id=${foreign}`), 200, empty),
        says('a super admin sees all tenants', list(`id=${foreign}`, superadmin), 200, {
          ...one(foreign),
          isSuperAdmin: true,
        }),
        says('with the names of their tenants', list(`id=${foreign}`, superadmin), 200, {
          items: [{ tenantId: other.tenantId, tenantName: 'Beta' }],
        }),
        says('or one tenant', list(`tenantId=${other.tenantId}`, superadmin), 200, one(foreign)),
        says('a malformed tenant finds nothing', list('tenantId=x', superadmin), 200, empty),
        says('whoever is confined sees their organizations only', list('', branchAdmin), 200, {
          items: [{ email: 'bert@acme.com' }, { email: 'branch-admin@acme.com' }],
          total: 2,
        }),
        says('not even by id', list(`id=${anna}`, branchAdmin), 200, empty),
        says('totalPages of nothing', list('search=nothing'), 200, { ...empty, totalPages: 0 }),
      ]
    },
  },
)
