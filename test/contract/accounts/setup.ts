import { exactly, says, type Statement, uuid } from '../_frame/statement.ts'
import { group } from '../_frame/group.ts'
import { bodyFrom, form, known } from '../_frame/visitor.ts'

/** Modules with their titles, and their features with theirs. */
const CATALOG: Readonly<Record<string, readonly [title: string, features: Readonly<Record<string, string | null>>]>> = {
  auth: [
    'Authentication & Accounts',
    {
      'auth.users.list': 'List users',
      'auth.users.create': 'Create users',
      'auth.users.edit': 'Edit users',
      'auth.users.delete': 'Delete users',
      'auth.roles.list': 'List roles',
      'auth.roles.manage': 'Manage roles',
      'auth.acl.manage': 'Manage ACLs',
      'auth.sidebar.manage': 'Manage sidebar presets',
    },
  ],
  directory: [
    'Directory (Tenants & Organizations)',
    {
      'directory.tenants.view': 'View tenants',
      'directory.tenants.manage': 'Manage tenants',
      'directory.organizations.view': 'View organizations',
      'directory.organizations.manage': 'Manage organizations',
    },
  ],
  dashboards: [
    'Admin Dashboards',
    {
      'dashboards.view': 'View dashboard',
      'dashboards.configure': 'Customize dashboard layout',
      'dashboards.admin.assign-widgets': 'Manage dashboard widget availability',
      'analytics.view': 'View analytics widgets',
    },
  ],
  api_keys: [
    'API Keys',
    { 'api_keys.view': 'View API keys', 'api_keys.create': 'Create API keys', 'api_keys.delete': 'Delete API keys' },
  ],
  attachments: ['Attachments', { 'attachments.view': null, 'attachments.manage': null }],
  audit_logs: [
    'Audit & Action Logs',
    {
      'audit_logs.view_self': null,
      'audit_logs.view_tenant': null,
      'audit_logs.undo_self': null,
      'audit_logs.undo_tenant': null,
      'audit_logs.redo_self': null,
      'audit_logs.redo_tenant': null,
    },
  ],
  business_rules: [
    'Business Rules',
    {
      'business_rules.view': null,
      'business_rules.manage': null,
      'business_rules.execute': null,
      'business_rules.view_logs': null,
      'business_rules.manage_sets': null,
    },
  ],
  ai_assistant: [
    'AI Assistant',
    {
      'ai_assistant.view': null,
      'ai_assistant.settings.manage': null,
      'ai_assistant.mcp.serve': null,
      'ai_assistant.tools.list': null,
      'ai_assistant.mcp_servers.view': null,
      'ai_assistant.mcp_servers.manage': null,
    },
  ],
  catalog: [
    'Product Catalog',
    {
      'catalog.products.view': null,
      'catalog.products.manage': null,
      'catalog.categories.view': null,
      'catalog.categories.manage': null,
      'catalog.variants.manage': null,
      'catalog.pricing.manage': null,
      'catalog.settings.manage': null,
    },
  ],
  onboarding: ['Onboarding', { 'onboarding.access': null, 'onboarding.submit': null, 'onboarding.verify': null }],
}
const FEATURES = Object.values(CATALOG).flatMap(([, features]) => Object.keys(features))

/** What the roles of a new tenant may do; `x.*` stands for all below x. */
const GRANTS = {
  admin: [
    'auth.*',
    'directory.organizations.view',
    'directory.organizations.manage',
    'dashboards.*',
    'analytics.view',
    'api_keys.*',
    'attachments.*',
    'audit_logs.*',
    'business_rules.*',
    'ai_assistant.*',
    'catalog.*',
  ],
  employee: [
    'dashboards.view',
    'dashboards.configure',
    'analytics.view',
    'attachments.view',
    'audit_logs.view_self',
    'audit_logs.undo_self',
    'ai_assistant.view',
    'catalog.products.view',
    'catalog.products.manage',
    'catalog.categories.view',
    'catalog.categories.manage',
    'catalog.variants.manage',
    'catalog.pricing.manage',
  ],
}

const isGranted = (grants: readonly string[], feature: string) =>
  grants.some((grant) => grant === feature || (grant.endsWith('.*') && feature.startsWith(grant.slice(0, -1))))

export const setup = group(
  'Setup',
  { scenario: async () => ({}) },
  {
    'Initial accounts': ({ anonymous, superadmin, admin, employee, tenantId, organizationId }) => [
      ...Object.entries({ superadmin, admin, employee }).flatMap(([role, who]) => [
        says(
          `${role}@acme.com logs in`,
          anonymous.post('/auth/login', form({ email: `${role}@acme.com`, password: 'Secret-123' })),
          200,
          { ok: true, redirect: '/backend' },
        ),
        says(
          `${role}@acme.com has the role ${role} only`,
          who.get('/auth/profile'),
          200,
          exactly({ email: `${role}@acme.com`, name: /./, roles: [role] }),
        ),
        says(
          `${role}@acme.com is in the one organization`,
          superadmin.get(`/auth/users?search=${role}@acme.com&organizationId=${organizationId}`),
          200,
          { items: [{ organizationId, tenantId }, ...(role === 'admin' ? [{ tenantId }] : [])] },
        ),
      ]),
      says('the tenant is Acme Corp Tenant', superadmin.get('/directory/tenants'), 200, {
        items: [{ id: tenantId, name: 'Acme Corp Tenant', isActive: true }],
        total: 1,
      }),
      says('the organization is Acme Corp', admin.get('/directory/organizations'), 200, {
        items: [{ id: organizationId, name: 'Acme Corp', parentId: null, isActive: true }],
      }),
      says('there are three accounts', superadmin.get('/auth/users'), 200, { total: 3 }),
    ],

    Roles: async ({ superadmin, tenantId }) => {
      const { items } = await bodyFrom(superadmin.get('/auth/roles'))
      return [
        says('three roles of the tenant', superadmin.get('/auth/roles'), 200, {
          items: ['admin', 'employee', 'superadmin'].map((name) => ({ name, tenantId, usersCount: 1 })),
          total: 3,
        }),
        ...items.flatMap(({ id, name }: { id: string; name: string }) => [
          says(
            `the role ${name} ${name === 'superadmin' ? 'has the flag' : 'has no flag'}`,
            superadmin.get(`/auth/roles/acl?roleId=${id}`),
            200,
            { isSuperAdmin: name === 'superadmin' },
          ),
          says(`the role ${name} is not confined`, superadmin.get(`/auth/roles/acl?roleId=${id}`), 200, {
            organizations: null,
          }),
        ]),
      ]
    },

    'Role grants': ({ admin, employee, superadmin }) =>
      Object.entries({ admin, employee })
        .flatMap(([role, who]) =>
          FEATURES.map((feature) => {
            const granted = isGranted(GRANTS[role as keyof typeof GRANTS], feature)
            return says(
              `${role} ${granted ? 'has' : 'has not'} ${feature}`,
              who.post('/auth/feature-check', { features: [feature] }),
              200,
              { ok: granted, granted: granted ? [feature] : [] },
            )
          }),
        )
        .concat(
          FEATURES.map((feature) =>
            says(`superadmin has ${feature}`, superadmin.post('/auth/feature-check', { features: [feature] }), 200, {
              ok: true,
            }),
          ),
        ),

    'Feature catalogue': async ({ admin }) => {
      const { items, modules } = await bodyFrom(admin.get('/auth/features'))
      const find = (list: readonly { id: string }[], id: string) =>
        known(`GET /auth/features, ${id}`, list.find((one) => one.id === id) ?? null)
      return Object.entries(CATALOG).flatMap(([module, [title, features]]) => [
        says(`the module ${module} is ${title}`, find(modules, module), 200, exactly({ id: module, title })),
        ...Object.entries(features).map(([id, title]) =>
          says(
            `${id}${title ? ` is ${title}` : ''}`,
            find(items, id),
            200,
            exactly({ id, module, title: title ?? /.+/ }),
          ),
        ),
      ])
    },

    'Undo metadata of the commands of this part': async ({ admin, organizationId }) => {
      const user = admin.post('/auth/users', { email: 'undo@acme.com', password: 'Secret-123', organizationId })
      const role = admin.post('/auth/roles', { name: 'Undo' })
      const organization = admin.post('/directory/organizations', { name: 'Undo' })
      const ids = {
        user: (await bodyFrom(user)).id,
        role: (await bodyFrom(role)).id,
        organization: (await bodyFrom(organization)).id,
      }
      const calls = {
        'auth.users.create': [user, 'auth.user', ids.user],
        'auth.roles.create': [role, 'auth.role', ids.role],
        'directory.organizations.create': [organization, 'directory.organization', ids.organization],
        'auth.users.update': [admin.put('/auth/users', { id: ids.user, name: 'Undone' }), 'auth.user', ids.user],
        'auth.roles.update': [admin.put('/auth/roles', { id: ids.role, name: 'Undone' }), 'auth.role', ids.role],
        'directory.organizations.update': [
          admin.put('/directory/organizations', { id: ids.organization, name: 'Undone' }),
          'directory.organization',
          ids.organization,
        ],
        'auth.users.delete': [admin.del(`/auth/users?id=${ids.user}`), 'auth.user', ids.user],
        'auth.roles.delete': [admin.del(`/auth/roles?id=${ids.role}`), 'auth.role', ids.role],
        'directory.organizations.delete': [
          admin.del(`/directory/organizations?id=${ids.organization}`),
          'directory.organization',
          ids.organization,
        ],
      } as const
      const statements: Statement[] = []
      for (const [commandId, [call, resourceKind, resourceId]] of Object.entries(calls)) {
        const { headers } = await call.answer()
        const [prefix, json] = headers.get('x-om-operation')?.split(/(?<=^omop:)/) ?? []
        const operation = { prefix, ...JSON.parse(decodeURIComponent(json ?? 'null')) }
        const expected = {
          prefix: 'omop:',
          id: uuid,
          undoToken: /.{20,}/,
          commandId,
          actionLabel: /.+/,
          resourceKind,
          resourceId,
          executedAt: /^\d{4}-\d\d-\d\dT[\d:.]+Z$/,
        }
        statements.push(
          says(
            `${commandId} in the header`,
            known(`x-om-operation of ${commandId}`, operation),
            200,
            exactly(expected),
          ),
        )
      }
      return statements
    },
  },
)
