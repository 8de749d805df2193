import { exactly, says, time } from '../_frame/statement.ts'
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
      const nothing = exactly({
        hasCustomAcl: false,
        isSuperAdmin: false,
        features: [],
        organizations: null,
        updatedAt: null,
      })
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

    'GET /auth/access/explain': ({ admin, superadmin, employee, anna, foreign, organizationId, other }) => {
      const explain = (query: string, who = admin) => who.get(`/auth/access/explain${query}`)
      const about = (feature: string, id = anna) => `?userId=${id}&feature=${feature}`
      return [
        says('what is not granted', explain(about('auth.users.list')), 200, {
          isAllowed: false,
          reason: 'missing_feature',
          sentence: 'Denied: no grant covers "auth.users.list".',
          feature: { id: 'auth.users.list', title: 'List users', module: 'auth', isDeclared: true },
          organization: { id: organizationId },
        }),
        says('what is', explain(`${about('dashboards.view')}&organizationId=${organizationId}`), 200, {
          isAllowed: true,
          reason: 'granted',
        }),
        says('what no module declares', explain(about('nothing.at.all')), 200, { feature: { isDeclared: false } }),
        says('an unknown user', explain(about('x', nobody)), 404, 'User not found'),
        says('another tenant’s', explain(about('x', foreign)), 404, 'User not found'),
        says('of a super admin as well', explain(about('auth.users.list', foreign), superadmin), 200, {
          isAllowed: true,
        }),
        says(
          'another tenant’s organization',
          explain(`${about('x')}&organizationId=${other.organizationId}`),
          400,
          'Organization not found',
        ),
        says('without the feature', explain(about('x'), employee), 403, {
          error: 'Forbidden',
          requiredFeatures: ['auth.acl.manage'],
        }),
        ...['', '?userId=x&feature=y', `?userId=${anna}`, `?userId=${anna}&feature=`].map((query) =>
          says(`"${query.replace(anna, '…')}" is invalid`, explain(query), 400, { error: 'Invalid input' }),
        ),
      ]
    },

    'GET /auth/access/holders': ({ admin, superadmin, employee, organizationId, other }) => {
      const list = (query: string, who = admin) => who.get(`/auth/access/holders${query}`)
      return [
        says('who may list users', list('?feature=auth.users.list'), 200, {
          items: [
            { email: 'admin@acme.com', sources: [{ kind: 'role', name: 'admin', grants: ['auth.*'] }] },
            { email: 'superadmin@acme.com', isSuperAdmin: true, sources: [] },
          ],
          total: 2,
          page: 1,
          totalPages: 1,
        }),
        says('in an organization', list(`?feature=auth.users.list&organizationId=${organizationId}`), 200, {
          total: 2,
        }),
        says('what nobody was given', list('?feature=nothing.at.all'), 200, {
          total: 1,
          feature: { isDeclared: false },
        }),
        says(
          'in another tenant, for a super admin',
          list(`?feature=auth.users.list&tenantId=${other.tenantId}`, superadmin),
          200,
          {
            total: 1,
          },
        ),
        says('for nobody else', list(`?feature=auth.users.list&tenantId=${other.tenantId}`), 403),
        says('without the feature', list('?feature=x', employee), 403),
        says('no feature named', list(''), 400, { error: 'Invalid input' }),
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
            updatedAt: time,
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
