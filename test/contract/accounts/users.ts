import { exactly, says, uuid } from '../_frame/statement.ts'
import { group } from '../_frame/group.ts'
import { idFrom } from '../_frame/visitor.ts'
import { addUsers } from './add-users.ts'
import { nobody } from './known.ts'

const PASSWORD = 'Secret-123'
const TAKEN = exactly({
  error: 'Email already in use',
  fieldErrors: { email: 'Email already in use' },
  details: [{ path: ['email'], message: 'Email already in use', code: 'duplicate', origin: 'validation' }],
})

export const users = group(
  'Users',
  { scenario: addUsers },
  {
    'POST /auth/users': ({ admin, superadmin, branchAdmin, organizationId, branchId, other, roleId, tenantId }) => {
      let count = 0
      const create = (body: object | string, who = admin) =>
        who.post(
          '/auth/users',
          typeof body === 'string'
            ? body
            : { email: `new${++count}@acme.com`, password: PASSWORD, organizationId, ...body },
        )
      const made = create({ email: 'made@acme.com', roles: ['employee', roleId, roleId], name: ' Made ' })
      return [
        says('201 with the id', made, 201, exactly({ id: uuid })),
        says('with undo metadata', made, 201, undefined, { 'x-om-operation': /auth\.users\.create.*auth\.user/ }),
        says('roles by name and by id, each once', admin.get('/auth/users?search=made@acme.com'), 200, {
          items: [{ roles: ['Auditor', 'employee'], name: 'Made', tenantId }],
        }),
        says('without roles', create({}), 201),
        says('an e-mail that is taken', create({ email: 'anna@acme.com' }), 400, TAKEN),
        says('in capitals', create({ email: 'ANNA@ACME.COM' }), 400, TAKEN),
        says('one that another tenant has', create({ email: 'beta-admin@acme.com' }), 201),
        says('neither password nor invitation', create({ password: undefined }), 400, {
          error: 'Invalid input',
          details: [{ path: ['password'] }],
        }),
        says('an invitation that is not one', create({ password: undefined, sendInviteEmail: false }), 400, {
          details: [{ path: ['password'] }],
        }),
        says('an invitation', create({ password: undefined, sendInviteEmail: true }), 201, exactly({ id: uuid })),
        says('both', create({ sendInviteEmail: true }), 201, exactly({ id: uuid })),
        ...[undefined, null, '', 'x', 1].map((id) =>
          says(`the organization ${JSON.stringify(id)}`, create({ organizationId: id }), 400, {
            error: 'Invalid input',
            details: [{ path: ['organizationId'] }],
          }),
        ),
        says('an unknown organization', create({ organizationId: nobody }), 400, 'Organization not found'),
        says(
          'another tenant’s organization',
          create({ organizationId: other.organizationId }),
          400,
          'Organization not found',
        ),
        says('a super admin may create there', create({ organizationId: other.organizationId }, superadmin), 201),
        says(
          'the tenant is the one of the organization',
          superadmin.get(`/auth/users?tenantId=${other.tenantId}&search=new`),
          200,
          { items: [{ tenantName: 'Beta' }] },
        ),
        says('an organization beyond one’s own', create({}, branchAdmin), 403),
        says('an organization of one’s own', create({ organizationId: branchId }, branchAdmin), 201),
        says('unknown roles', create({ roles: ['x', 'y z'] }), 400, 'Role(s) not found: "x", "y z"'),
        says('an unknown id', create({ roles: [nobody] }), 400, `Role(s) not found: "${nobody}"`),
        says('some unknown', create({ roles: ['employee', 'x'] }), 400, 'Role(s) not found: "x"'),
        says('the role superadmin', create({ roles: ['superadmin'] }), 403, {
          error: 'Only super administrators can assign the superadmin role.',
        }),
        says('a super admin may give it', create({ roles: ['superadmin'] }, superadmin), 201),
        ...['x', 1, [1], [null], {}].map((roles) =>
          says(`roles ${JSON.stringify(roles)}`, create({ roles }), 400, { error: 'Invalid input' }),
        ),
        ...['', ' ', 'x'.repeat(121), 1, 'a\u0000b', 'a\u202Eb', 'a\nb'].map((name) =>
          says(`the name ${JSON.stringify(name).slice(0, 12)}`, create({ name }), 400, {
            error: 'Invalid input',
            details: [{ path: ['name'] }],
          }),
        ),
        says('no name', create({ name: null }), 201),
        says('a name of 120', create({ name: 'x'.repeat(120) }), 201),
        says('one’s own tenant', create({ tenantId }), 201),
        says('null is one’s own', create({ tenantId: null }), 201),
        says('another tenant', create({ tenantId: other.tenantId }), 403, 'Not authorized to target this tenant.'),
        says(
          'unknown custom fields are refused',
          create({ cf_a: 1, 'cf:b': 2, customFields: [{ key: 'a', value: 1 }], customValues: { a: 1 } }),
          400,
        ),
      ]
    },

    'PUT /auth/users': async ({
      admin,
      superadmin,
      branchAdmin,
      anna,
      bert,
      foreign,
      superadminId,
      organizationId,
      branchId,
      other,
      roleId,
      signIn,
      anonymous,
    }) => {
      const put = (body: object | string, who = admin) => who.put('/auth/users', body)
      const view = (id: string) => admin.get(`/auth/users?id=${id}`)
      const before = await signIn('anna@acme.com')
      const changed = put({ id: anna, email: 'anne@acme.com' })
      return [
        says('200', changed, 200, exactly({ ok: true })),
        says('with undo metadata', changed, 200, undefined, { 'x-om-operation': /auth\.users\.update/ }),
        says('what is absent stays', view(anna), 200, {
          items: [{ email: 'anne@acme.com', name: 'Anna', roles: ['Auditor', 'employee'], organizationId }],
        }),
        says('nothing to change', put({ id: anna }), 200, exactly({ ok: true })),
        says('roles are replaced', put({ id: anna, roles: [roleId] }), 200, exactly({ ok: true })),
        says('by these', view(anna), 200, { items: [{ roles: ['Auditor'] }] }),
        says('an empty list', put({ id: anna, roles: [] }), 200, exactly({ ok: true })),
        says('takes all', view(anna), 200, { items: [{ roles: [] }] }),
        says('a password', put({ id: anna, password: 'Chosen-123' }), 200, exactly({ ok: true })),
        says('ends the logins', before.get('/auth/profile'), 401, 'Unauthorized'),
        says(
          'the old one is wrong',
          anonymous.post('/auth/login', new URLSearchParams({ email: 'anne@acme.com', password: PASSWORD })),
          401,
        ),
        says(
          'the new one is right',
          anonymous.post('/auth/login', new URLSearchParams({ email: 'anne@acme.com', password: 'Chosen-123' })),
          200,
        ),
        ...[{}, { email: 'x@acme.com' }, { id: 'x' }, { id: null }, { id: 1 }, { id: '' }].map((body) =>
          says(`${JSON.stringify(body)} has no id`, put(body), 400, { error: 'Invalid id' }),
        ),
        says('no JSON', put('{'), 400, {
          error: 'Invalid input',
          details: [{ path: [], message: 'The body is not valid JSON' }],
        }),
        says('an unknown user', put({ id: nobody, email: 'x@acme.com' }), 404, 'User not found'),
        says('another tenant’s', put({ id: foreign, email: 'x@acme.com' }), 404, 'User not found'),
        says(
          'one beyond one’s organizations',
          put({ id: anna, email: 'x@acme.com' }, branchAdmin),
          404,
          'User not found',
        ),
        says('one within them', put({ id: bert, name: 'Bert' }, branchAdmin), 200, exactly({ ok: true })),
        says('an e-mail that is taken', put({ id: anna, email: 'bert@acme.com' }), 400, TAKEN),
        says('an e-mail that is none', put({ id: anna, email: 'x' }), 400, {
          error: 'Invalid input',
          details: [{ path: ['email'] }],
        }),
        says('an unknown organization', put({ id: anna, organizationId: nobody }), 400, 'Organization not found'),
        says(
          'another tenant’s organization',
          put({ id: anna, organizationId: other.organizationId }),
          400,
          'Organization not found',
        ),
        says('unknown roles', put({ id: anna, roles: ['x'] }), 400, 'Role(s) not found: "x"'),
        says('the role superadmin', put({ id: anna, roles: ['superadmin'] }), 403, {
          error: 'Only super administrators can assign the superadmin role.',
        }),
        says('the credentials of a super admin', put({ id: superadminId, password: 'Chosen-123' }), 403),
        says('a move of a super admin', put({ id: superadminId, organizationId: branchId }), 403),
        says('isActive that is none', put({ id: anna, isActive: 'no' }), 400, { details: [{ path: ['isActive'] }] }),
        says('deactivation', put({ id: bert, isActive: false }), 200, exactly({ ok: true })),
        says('it is shown', view(bert), 200, { items: [{ isActive: false }] }),
        says('activation', put({ id: bert, isActive: true }), 200, exactly({ ok: true })),
        says('deactivation of a super admin', put({ id: superadminId, isActive: false }), 403),
        says('a move within the tenant', put({ id: anna, organizationId: branchId }), 200, exactly({ ok: true })),
        says('is shown', view(anna), 200, { items: [{ organizationId: branchId, organizationName: 'Branch' }] }),
        says(
          'another tenant',
          put({ id: anna, tenantId: other.tenantId }),
          403,
          'Not authorized to target this tenant.',
        ),
        says(
          'a super admin changes any',
          put({ id: foreign, name: 'Foreign' }, superadmin),
          200,
          exactly({ ok: true }),
        ),
      ]
    },

    'DELETE /auth/users': async ({
      admin,
      superadmin,
      branchAdmin,
      anna,
      foreign,
      adminId,
      superadminId,
      organizationId,
    }) => {
      const make = (email: string) => idFrom(admin.post('/auth/users', { email, password: PASSWORD, organizationId }))
      const [byQuery, byBody, both, kept] = [
        await make('q@acme.com'),
        await make('b@acme.com'),
        await make('both@acme.com'),
        await make('kept@acme.com'),
      ]
      const gone = admin.del(`/auth/users?id=${byQuery}`)
      return [
        says('200 by query', gone, 200, exactly({ ok: true })),
        says('with undo metadata', gone, 200, undefined, { 'x-om-operation': /auth\.users\.delete/ }),
        says('it is gone', admin.get(`/auth/users?id=${byQuery}`), 200, { total: 0 }),
        says('200 by body', admin.del('/auth/users', { id: byBody }), 200, exactly({ ok: true })),
        says('the body wins', admin.del(`/auth/users?id=${kept}`, { id: both }), 200, exactly({ ok: true })),
        says('the other one is still there', admin.get(`/auth/users?id=${kept}`), 200, { total: 1 }),
        says('no id', admin.del('/auth/users'), 400, 'User id required'),
        says('a malformed id', admin.del('/auth/users?id=x'), 400),
        says('an unknown id', admin.del(`/auth/users?id=${nobody}`), 404, 'User not found'),
        says('again', admin.del(`/auth/users?id=${byQuery}`), 404, 'User not found'),
        says('another tenant’s', admin.del(`/auth/users?id=${foreign}`), 404, 'User not found'),
        says('one beyond one’s organizations', branchAdmin.del(`/auth/users?id=${kept}`), 404, 'User not found'),
        says('oneself', admin.del(`/auth/users?id=${adminId}`), 400),
        says('the last super admin', superadmin.del(`/auth/users?id=${superadminId}`), 400),
        says('a super admin by others', admin.del(`/auth/users?id=${superadminId}`), 403),
        says('a super admin deletes any', superadmin.del(`/auth/users?id=${anna}`), 200, exactly({ ok: true })),
      ]
    },
  },
)
