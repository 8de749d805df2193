import { exactly, says, time } from '../_frame/statement.ts'
import { group } from '../_frame/group.ts'
import { idFrom } from '../_frame/visitor.ts'
import { addRoles } from './add-roles.ts'
import { nobody } from './known.ts'

const TAKEN = { error: 'Role name already in use', fieldErrors: { name: 'Role name already in use' } }

export const roleRights = group(
  'Rights of roles',
  { scenario: addRoles },
  {
    'PUT /auth/roles': ({ admin, superadmin, auditor, held, foreign, globalId, other, superadminRole }) => {
      const put = (body: object | string, who = admin) => who.put('/auth/roles', body)
      const renamed = put({ id: auditor, name: 'Checker' })
      return [
        says('200', renamed, 200, exactly({ ok: true })),
        says('with undo metadata', renamed, 200, undefined, { 'x-om-operation': /auth\.roles\.update/ }),
        says('renamed', admin.get(`/auth/roles?id=${auditor}`), 200, { items: [{ name: 'Checker' }] }),
        says('nothing to change is fine', put({ id: auditor }), 200, exactly({ ok: true })),
        ...[{}, { name: 'x y' }, { id: 'x' }, { id: null }, { id: 1 }, { id: '' }].map((body) =>
          says(`${JSON.stringify(body)} has no id`, put(body), 400, { error: 'Invalid id' }),
        ),
        says('no JSON', put('{'), 400, {
          error: 'Invalid input',
          details: [{ path: [], message: 'The body is not valid JSON' }],
        }),
        says('a name of one letter', put({ id: auditor, name: 'x' }), 400, {
          error: 'Invalid input',
          details: [{ path: ['name'] }],
        }),
        says('an unknown role', put({ id: nobody, name: 'Nobody' }), 404, 'Role not found'),
        says('another tenant’s', put({ id: foreign, name: 'Mine' }), 404, 'Role not found'),
        says(
          'renaming while it is held',
          put({ id: held, name: 'Free' }),
          400,
          'Role name cannot be changed while users are assigned',
        ),
        says('the same name while it is held', put({ id: held, name: 'Held' }), 200, exactly({ ok: true })),
        says('a name that is taken', put({ id: auditor, name: 'Held' }), 400, TAKEN),
        says('a built-in name', put({ id: auditor, name: 'superadmin' }), 403),
        says('a role of all tenants', put({ id: globalId, name: 'Mine' }), 403),
        says('the superadmin role', put({ id: superadminRole, name: 'Mine' }), 403),
        says(
          'another tenant named',
          put({ id: auditor, tenantId: other.tenantId }),
          403,
          'Not authorized to target this tenant.',
        ),
        says(
          'a super admin renames any role',
          put({ id: foreign, name: 'Ours' }, superadmin),
          200,
          exactly({ ok: true }),
        ),
      ]
    },

    'PUT /auth/roles/acl': async ({ admin, superadmin, held, organizationId, other, globalId, superadminRole }) => {
      const theirs = await idFrom(other.admin.post('/auth/roles', { name: 'Still theirs' }))
      const put = (body: object | string, who = admin) => who.put('/auth/roles/acl', body)
      const stored = () => admin.get(`/auth/roles/acl?roleId=${held}`)
      const plain = exactly({ ok: true, sanitized: false })
      return [
        says(
          'features are replaced',
          put({ roleId: held, features: [' auth.users.list ', 'auth.users.list', 'auth.roles.list'] }),
          200,
          plain,
        ),
        says('trimmed and once', stored(), 200, { features: ['auth.users.list', 'auth.roles.list'] }),
        says('organizations alone', put({ roleId: held, organizations: [organizationId] }), 200, plain),
        says(
          'keep the features',
          stored(),
          200,
          exactly({
            isSuperAdmin: false,
            features: ['auth.users.list', 'auth.roles.list'],
            organizations: [organizationId],
            updatedAt: time,
          }),
        ),
        says('null opens all', put({ roleId: held, organizations: null }), 200, plain),
        says('and is told as null', stored(), 200, { organizations: null }),
        says('so does __all__', put({ roleId: held, organizations: ['__all__'] }), 200, plain),
        says('and is null, too', stored(), 200, { organizations: null }),
        says('an empty list of features', put({ roleId: held, features: [] }), 200, plain),
        says('takes all of them', stored(), 200, { features: [] }),
        says('with undo metadata', put({ roleId: held, features: ['auth.users.list'] }), 200, plain, {
          'x-om-operation': /auth\.role_acls\.update/,
        }),
        says('an unknown organization', put({ roleId: held, organizations: [nobody] }), 400, {
          error: 'Invalid input',
          details: [{ path: ['organizations'] }],
        }),
        ...[
          {},
          { roleId: 'x' },
          { roleId: held, features: 'x' },
          { roleId: held, features: [1] },
          { roleId: held, isSuperAdmin: 'yes' },
          { roleId: held, organizations: 'x' },
        ].map((body) =>
          says(`${JSON.stringify(body).replace(held, '…')} is invalid`, put(body), 400, { error: 'Invalid input' }),
        ),
        says('no JSON', put('{'), 400, { error: 'Invalid input' }),
        says('an unknown role', put({ roleId: nobody, features: [] }), 404, 'Not found'),
        says('another tenant’s role', put({ roleId: theirs, features: [] }), 404, 'Not found'),
        says(
          'another tenant',
          put({ roleId: held, features: [], tenantId: other.tenantId }),
          403,
          'Not authorized to target this tenant.',
        ),
        says('a role of all tenants', put({ roleId: globalId, features: [] }), 403),
        says('the superadmin role', put({ roleId: superadminRole, features: [] }), 403),
        says(
          'the flag',
          put({ roleId: held, isSuperAdmin: true }),
          403,
          'Only super administrators may mark a role as super admin.',
        ),
        says(
          'a feature that one does not have',
          put({ roleId: held, features: ['directory.tenants.view', 'x.y'] }),
          403,
          { error: /x\.y/ },
        ),
        says('a super admin may set the flag', put({ roleId: theirs, isSuperAdmin: true }, superadmin), 200, plain),
        says('and may take it', put({ roleId: theirs, isSuperAdmin: false }, superadmin), 200, plain),
      ]
    },
  },
)
