import { group } from '../_frame/group.ts'
import { exactly, says, type Statement, uuid, without } from '../_frame/statement.ts'
import { addTenant } from '../_frame/tenants.ts'
import { type Visitor } from '../_frame/visitor.ts'
import { createKey as create, KEYS, roleOf } from './_keys.ts'
import { show, unknown } from './_words.ts'

const takes = (who: Visitor, field: string, ...[value, told = {}]: [value: unknown, told?: object]): Statement =>
  says(`takes ${field} ${show(value)}`, create(who, { [field]: value }), 201, { id: uuid, ...told })
const refuses = (who: Visitor, field: string, value: unknown): Statement =>
  says(`refuses ${field} ${show(value)}`, create(who, { [field]: value }), 400, {
    error: 'Invalid input',
    details: [{ path: pathOf(field, value) }],
  })
const pathOf = (field: string, value: unknown) => (field === 'roles' && Array.isArray(value) ? [field, 0] : [field])

/** Decisions: Grant boundary; API keys; Organization of a request. */
export const apiKeyCreation = group(
  'Creating API keys',
  {
    async scenario(host) {
      const { admin, superadmin, app } = host
      const other = await addTenant(host, 'Keys')
      return {
        other,
        roleId: await roleOf(admin, 'employee'),
        foreignRole: await roleOf(other.admin, 'employee'),
        superRole: await roleOf(superadmin, 'superadmin'),
        now: app.clock.now,
      }
    },
  },
  {
    'POST /api_keys/keys': ({
      admin,
      employee,
      superadmin,
      roleId,
      foreignRole,
      superRole,
      other,
      organizationId,
      tenantId,
      now,
    }) => {
      const made = create(admin, { name: 'Whole', roles: [roleId] })
      const later = new Date(now.getTime() + 86_400_000)
      return [
        says(
          'answers with the secret, this once',
          made,
          201,
          exactly({
            id: uuid,
            name: 'Whole',
            keyPrefix: /^omk_[0-9a-f]{8}$/,
            secret: /^omk_[0-9a-f]{8}\.[0-9a-f]{48}$/,
            tenantId,
            organizationId,
            roles: [{ id: roleId, name: 'employee' }],
          }),
        ),
        says(
          'and neither description nor end',
          create(admin, { description: 'x', expiresAt: later.toISOString() }),
          201,
          without('description', 'expiresAt'),
        ),
        ...[undefined, null, '', 7, 'n'.repeat(121)].map((name) => refuses(admin, 'name', name)),
        takes(admin, 'name', 'n'.repeat(120)),
        ...[null, 'd'.repeat(1000), ''].map((value) => takes(admin, 'description', value)),
        ...[7, 'd'.repeat(1001)].map((value) => refuses(admin, 'description', value)),
        takes(admin, 'roles', [], { roles: [] }),
        takes(admin, 'roles', undefined, { roles: [] }),
        takes(admin, 'roles', ['employee'], { roles: [{ id: roleId, name: 'employee' }] }),
        takes(admin, 'roles', [' employee '], { roles: [{ id: roleId }] }),
        takes(admin, 'roles', [roleId], { roles: [{ name: 'employee' }] }),
        ...[null, 'employee', [''], [' '], [7]].map((value) => refuses(admin, 'roles', value)),
        ...['captain', unknown].map((role) =>
          says(`refuses the role ${role}`, create(admin, { roles: [role] }), 400, { error: `Role ${role} not found` }),
        ),
        says('knows no role of another tenant', create(admin, { roles: [foreignRole] }), 400, {
          error: `Role ${foreignRole} not found`,
        }),
        says('gives nobody more than they hold', create(admin, { roles: [superRole] }), 403),
        ...[null, '', undefined].map((value) => takes(admin, 'expiresAt', value)),
        ...['nonsense', 7, {}, '2030-13-01'].map((value) => refuses(admin, 'expiresAt', value)),
        ...['2099-01-01', '2099-01-01T10:00:00Z', '2099-01-01T10:00:00+02:00', 'Jan 1, 2099'].map((value) =>
          takes(admin, 'expiresAt', value),
        ),
        says('refuses an end that is over', create(admin, { expiresAt: '2020-01-01' }), 400, { error: /past/ }),
        ...[null, undefined].map((value) => takes(admin, 'organizationId', value, { organizationId })),
        takes(admin, 'organizationId', organizationId, { organizationId }),
        refuses(admin, 'organizationId', 'x'),
        says(
          'refuses an organization of another tenant',
          create(admin, { organizationId: other.organizationId }),
          403,
          { error: /./ },
        ),
        takes(admin, 'tenantId', null, { tenantId }),
        takes(admin, 'tenantId', tenantId, { tenantId }),
        says(
          'refuses another tenant',
          create(admin, { tenantId: other.tenantId }),
          403,
          'Not authorized to target this tenant.',
        ),
        says(
          'but to super admins, whose key is stored there',
          create(superadmin, { tenantId: other.tenantId, organizationId: other.organizationId }),
          201,
          { tenantId: other.tenantId, organizationId: other.organizationId },
        ),
        says('as its administrator sees', other.admin.get(KEYS), 200, { total: 1 }),
        says('refuses a body that is not JSON', admin.send('POST', KEYS, { body: '{' }), 400, {
          error: 'Invalid input',
          details: [{ path: [], message: 'The body is not valid JSON' }],
        }),
        says(
          'needs api_keys.create',
          create(employee),
          403,
          exactly({ error: 'Forbidden', requiredFeatures: ['api_keys.create'] }),
        ),
      ]
    },
  },
)
