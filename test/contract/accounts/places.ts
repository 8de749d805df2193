import { z } from 'zod'
import { says, uuid } from '../_frame/statement.ts'
import { group } from '../_frame/group.ts'
import { addTenant } from '../_frame/tenants.ts'
import { bodyFrom, idFrom } from '../_frame/visitor.ts'
import { nobody } from './known.ts'

const WIDGETS = ['dashboards.dashboard.notes']
let count = 0

/** What needs an organization, in each module that has some: where it is created, what its answer is read from. */
const creations = {
  products: { path: '/catalog/products', fields: () => ({ title: `Product ${++count}` }) },
  categories: { path: '/catalog/categories', fields: () => ({ name: `Category ${++count}` }) },
  rules: {
    path: '/business_rules/rules',
    fields: () => ({ ruleId: `R-${++count}`, ruleName: 'Rule', ruleType: 'GUARD', entityType: 'order' }),
  },
  sets: { path: '/business_rules/sets', fields: () => ({ setId: `S-${++count}`, setName: 'Set' }) },
}

export const places = group(
  'Tenants and organizations of requests',
  {
    async scenario(host) {
      const { admin, organizationId } = host
      const other = await addTenant(host, 'Beta')
      const branchId = await idFrom(
        admin.post('/directory/organizations', { name: 'Branch', parentId: organizationId }),
      )
      const siblingId = await idFrom(admin.post('/directory/organizations', { name: 'Sibling' }))
      const roleId = await idFrom(admin.post('/auth/roles', { name: 'Confined' }))
      const rights = { features: ['catalog.*', 'business_rules.*', 'api_keys.*'], organizations: [organizationId] }
      await bodyFrom(admin.put('/auth/roles/acl', { roleId, ...rights }))
      const confinedId = await idFrom(
        admin.post('/auth/users', {
          email: 'confined@acme.com',
          password: 'Secret-123',
          organizationId,
          roles: ['Confined'],
        }),
      )
      return { other, branchId, siblingId, roleId, confinedId, confined: await host.signIn('confined@acme.com') }
    },
  },
  {
    'Decision: Organization of a request: the organization of what is created': ({
      admin,
      superadmin,
      confined,
      branchId,
      siblingId,
      other,
    }) =>
      Object.entries(creations).flatMap(([what, { path, fields }]) => {
        const inAll = admin.with({ cookie: 'om_selected_org=__all__' })
        const inBranch = admin.with({ cookie: `om_selected_org=${branchId}` })
        const create = (who: typeof admin, more: object = {}) => who.post(path, { ...fields(), ...more })
        return [
          says(`${what}: the one that the body names`, create(admin, { organizationId: branchId }), 201, { id: uuid }),
          says(`${what}: that one, although everything is selected`, create(inAll, { organizationId: branchId }), 201, {
            id: uuid,
          }),
          says(`${what}: the selected one`, create(inBranch), 201, { id: uuid }),
          says(`${what}: without a selection, home`, create(admin), 201, { id: uuid }),
          says(`${what}: home of a super admin as well`, create(superadmin), 201, { id: uuid }),
          says(`${what}: with everything selected, none`, create(inAll), 400, { error: /.+/ }),
          says(`${what}: a descendant of one’s own`, create(confined, { organizationId: branchId }), 201, { id: uuid }),
          says(
            `${what}: not one that the caller may not choose`,
            create(confined, { organizationId: siblingId }),
            403,
            { error: /.+/ },
          ),
          says(`${what}: not another tenant’s`, create(admin, { organizationId: other.organizationId }), 403, {
            error: /.+/,
          }),
          says(`${what}: not one that does not exist`, create(admin, { organizationId: nobody }), 403, { error: /.+/ }),
          says(`${what}: not what is none`, create(admin, { organizationId: 'x' }), 400, { error: /.+/ }),
          says(`${what}: null names none`, create(admin, { organizationId: null }), 201, { id: uuid }),
          says(`${what}: seen in the branch are those of it`, inBranch.get(path), 200, { total: 4 }),
          says(`${what}: seen everywhere are all`, inAll.get(path), 200, { total: 7 }),
          // Of rules those of one organization are seen.
          says(`${what}: what is seen at home`, admin.get(path), 200, { total: path.startsWith('/catalog') ? 7 : 3 }),
        ]
      }),

    'Decision: Organization of a request: keys and deletions': ({
      admin,
      confined,
      branchId,
      siblingId,
      organizationId,
    }) => {
      const inAll = admin.with({ cookie: 'om_selected_org=__all__' })
      return [
        says(
          'a key may be confined',
          admin.post('/api_keys/keys', { name: 'In branch', organizationId: branchId }),
          201,
          { organizationId: branchId },
        ),
        says('a key of all organizations', inAll.post('/api_keys/keys', { name: 'In all' }), 201, { id: uuid }),
        says(
          'not to one beyond one’s own',
          confined.post('/api_keys/keys', { name: 'X', organizationId: siblingId }),
          403,
        ),
        says(
          'a bulk deletion where everything is selected needs an organization',
          inAll.post('/catalog/bulk-delete', { confirm: true, scope: 'selected', ids: [nobody] }),
          400,
        ),
        says(
          'and takes the one that the body names',
          inAll.post('/catalog/bulk-delete', { confirm: true, scope: 'selected', ids: [nobody], organizationId }),
          201,
          { ok: true, progressJobId: uuid },
        ),
        says(
          'it is refused where the caller may not choose it',
          confined.post('/catalog/bulk-delete', {
            confirm: true,
            scope: 'selected',
            ids: [nobody],
            organizationId: siblingId,
          }),
          403,
        ),
      ]
    },

    'Decision: Organization of a request: dashboards': ({
      superadmin,
      admin,
      confinedId,
      roleId,
      organizationId,
      tenantId,
    }) => [
      says(
        'a super admin without a cookie assigns widgets at home',
        superadmin.put('/dashboards/users/widgets', { userId: confinedId, mode: 'override', widgetIds: WIDGETS }),
        200,
        { ok: true, widgetIds: WIDGETS },
      ),
      says('where they have an effect', superadmin.get(`/dashboards/users/widgets?userId=${confinedId}`), 200, {
        mode: 'override',
        widgetIds: WIDGETS,
        scope: { tenantId, organizationId },
      }),
      says('as an admin sees', admin.get(`/dashboards/users/widgets?userId=${confinedId}`), 200, {
        mode: 'override',
        widgetIds: WIDGETS,
      }),
      says('to a role as well', superadmin.put('/dashboards/roles/widgets', { roleId, widgetIds: WIDGETS }), 200, {
        ok: true,
        widgetIds: WIDGETS,
      }),
      says('and there, too', admin.get(`/dashboards/roles/widgets?roleId=${roleId}`), 200, {
        hasCustom: true,
        widgetIds: WIDGETS,
      }),
    ],

    'Decision: tenantId null: null is one’s own tenant': ({
      admin,
      superadmin,
      confinedId,
      roleId,
      other,
      tenantId,
    }) => [
      says('of a key', admin.post('/api_keys/keys', { name: 'Null', tenantId: null }), 201, { tenantId }),
      says('of a role', admin.post('/auth/roles', { name: 'Null', tenantId: null }), 201, { id: uuid }),
      says('of a user', admin.put('/auth/users', { id: confinedId, tenantId: null, name: 'Null' }), 200, { ok: true }),
      says('of an organization', admin.get('/directory/organizations?tenantId=null'), 200),
      says(
        'of the widgets of a role',
        admin.put('/dashboards/roles/widgets', { roleId, tenantId: null, organizationId: null, widgetIds: [] }),
        200,
        { ok: true },
      ),
      says(
        'of the widgets of a user',
        admin.put('/dashboards/users/widgets', {
          userId: confinedId,
          tenantId: null,
          organizationId: null,
          mode: 'inherit',
          widgetIds: [],
        }),
        200,
        { ok: true },
      ),
      ...[admin, superadmin].flatMap((who, index) => {
        const whose = index === 0 ? 'an admin' : 'a super admin'
        const at = 'tenantId=null'
        return [
          says(`the rights of a role, by ${whose}`, who.get(`/auth/roles/acl?roleId=${roleId}&${at}`), 200),
          says(`changed by ${whose}`, who.put('/auth/roles/acl', { roleId, tenantId: null }), 200),
          says(`widgets of a role, by ${whose}`, who.get(`/dashboards/roles/widgets?roleId=${roleId}&${at}`), 200, {
            scope: { tenantId },
          }),
          says(`widgets of a user, by ${whose}`, who.get(`/dashboards/users/widgets?userId=${confinedId}&${at}`), 200, {
            scope: { tenantId },
          }),
          says(
            `assigned by ${whose}`,
            who.put('/dashboards/roles/widgets', { roleId, tenantId: null, widgetIds: [] }),
            200,
            { ok: true },
          ),
          says(
            `an organization, by ${whose}`,
            who.post('/directory/organizations', { name: whose, tenantId: null }),
            201,
          ),
        ]
      }),
      says('in a query', admin.get(`/dashboards/roles/widgets?roleId=${roleId}&tenantId=null`), 200, {
        scope: { tenantId },
      }),
      ...['/api_keys/keys', '/auth/roles', '/auth/users', '/business_rules/rules', '/catalog/products'].flatMap(
        (path) => [
          says(`GET ${path}?tenantId=null`, admin.get(`${path}?tenantId=null`), 200, { totalPages: 1 }),
          says(
            `GET ${path} of another tenant`,
            admin.get(`${path}?tenantId=${other.tenantId}`),
            403,
            'Not authorized to target this tenant.',
          ),
          says(
            `GET ${path} of another tenant by a super admin`,
            superadmin.get(`${path}?tenantId=${other.tenantId}`),
            200,
            { total: z.number() },
          ),
        ],
      ),
    ],
  },
)
