import { exactly, says } from '../_frame/statement.ts'
import { group } from '../_frame/group.ts'
import { addTenant } from '../_frame/tenants.ts'
import { bodyFrom, idFrom } from '../_frame/visitor.ts'
import { nobody } from './known.ts'

const PASSWORD = 'Secret-123'

export const userRights = group(
  'Rights of users',
  {
    async scenario(host) {
      const { admin, superadmin, organizationId } = host
      const other = await addTenant(host, 'Beta')
      return {
        other,
        anna: await idFrom(
          admin.post('/auth/users', {
            email: 'anna@acme.com',
            password: PASSWORD,
            organizationId,
            roles: ['employee'],
          }),
        ),
        foreign: (await bodyFrom(other.admin.get('/auth/users'))).items[0].id as string,
        superadminId: (await bodyFrom(superadmin.get('/auth/users?search=superadmin@acme.com'))).items[0].id as string,
      }
    },
  },
  {
    'GET /auth/users/acl': ({ admin, superadmin, anna, foreign }) => {
      const nothing = exactly({ hasCustomAcl: false, isSuperAdmin: false, features: [], organizations: null })
      return [
        says('no rights of one’s own', admin.get(`/auth/users/acl?userId=${anna}`), 200, nothing),
        says('an unknown user', admin.get(`/auth/users/acl?userId=${nobody}`), 200, nothing),
        says('another tenant’s', admin.get(`/auth/users/acl?userId=${foreign}`), 200, nothing),
        says('of a super admin as well', superadmin.get(`/auth/users/acl?userId=${foreign}`), 200, nothing),
        ...['', '?userId=', '?userId=x'].map((query) =>
          says(`"${query}" is invalid`, admin.get(`/auth/users/acl${query}`), 400, { error: 'Invalid input' }),
        ),
      ]
    },

    'PUT /auth/users/acl': ({ admin, superadmin, anna, foreign, superadminId, organizationId }) => {
      const put = (body: object | string, who = admin) => who.put('/auth/users/acl', body)
      const stored = () => admin.get(`/auth/users/acl?userId=${anna}`)
      const plain = exactly({ ok: true, sanitized: false })
      return [
        says(
          'rights of one’s own',
          put({ userId: anna, isSuperAdmin: false, features: ['auth.users.list'], organizations: [organizationId] }),
          200,
          plain,
        ),
        says(
          'are shown',
          stored(),
          200,
          exactly({
            hasCustomAcl: true,
            isSuperAdmin: false,
            features: ['auth.users.list'],
            organizations: [organizationId],
          }),
        ),
        says(
          'no features but organizations',
          put({ userId: anna, isSuperAdmin: false, features: [], organizations: [organizationId] }),
          200,
          plain,
        ),
        says('keep the row', stored(), 200, { hasCustomAcl: true, features: [], organizations: [organizationId] }),
        says(
          'all three empty',
          put({ userId: anna, isSuperAdmin: false, features: [], organizations: null }),
          200,
          plain,
          { 'x-om-operation': /auth\.user_acls\.update/ },
        ),
        says('take the rights away again', stored(), 200, { hasCustomAcl: false, features: [], organizations: null }),
        says(
          'a restricted feature',
          put({ userId: anna, features: ['auth.users.list', 'directory.tenants.view'] }),
          200,
          exactly({ ok: true, sanitized: true }),
        ),
        says('is dropped', stored(), 200, { features: ['auth.users.list'] }),
        says('the flag', put({ userId: anna, isSuperAdmin: true }), 403, { error: /super admin/ }),
        says('the rights of a super admin', put({ userId: superadminId, features: [] }), 403),
        says('a feature that one does not have', put({ userId: anna, features: ['x.y'] }), 403, { error: /x\.y/ }),
        says('an unknown organization', put({ userId: anna, organizations: [nobody] }), 400, {
          error: 'Invalid input',
          details: [{ path: ['organizations'] }],
        }),
        ...[
          {},
          { userId: 'x' },
          { userId: anna, features: 'x' },
          { userId: anna, features: [1] },
          { userId: anna, isSuperAdmin: 1 },
          { userId: anna, organizations: {} },
        ].map((body) =>
          says(`${JSON.stringify(body).replace(anna, '…')} is invalid`, put(body), 400, { error: 'Invalid input' }),
        ),
        says('an unknown user', put({ userId: nobody, features: ['auth.users.list'] }), 400, 'User not found'),
        says('another tenant’s', put({ userId: foreign, features: ['auth.users.list'] }), 400, 'User not found'),
        says(
          'a super admin reaches any tenant',
          put({ userId: foreign, features: ['auth.*'] }, superadmin),
          200,
          plain,
        ),
      ]
    },

    'GET /auth/users/consents': ({ admin, anna, foreign }) => {
      const list = (query: string) => admin.get(`/auth/users/consents${query}`)
      const empty = exactly({ ok: true, items: [] })
      return [
        says('none', list(`?userId=${anna}`), 200, empty),
        says('an unknown user', list(`?userId=${nobody}`), 200, empty),
        says('another tenant’s', list(`?userId=${foreign}`), 200, empty),
        ...['', '?userId=', '?userId=x'].map((query) =>
          says(`"${query}" is invalid`, list(query), 400, exactly({ ok: false, error: 'Invalid userId' })),
        ),
      ]
    },
  },
)
