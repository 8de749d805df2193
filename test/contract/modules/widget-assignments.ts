import { z } from 'zod'
import { group } from '../_frame/group.ts'
import { exactly, says, type Statement, time } from '../_frame/statement.ts'
import { addTenant } from '../_frame/tenants.ts'
import { bodyFrom, idFrom, type Visitor } from '../_frame/visitor.ts'
import { raw, show, unknown } from './_words.ts'

const ROLES = '/dashboards/roles/widgets'
const USERS = '/dashboards/users/widgets'
const CATALOG = '/dashboards/widgets/catalog'
const WELCOME = 'dashboards.dashboard.welcome'
const NOTES = 'dashboards.dashboard.notes'

const refusesBody = (admin: Visitor, path: string, owner: object): Statement[] => [
  ...(
    [
      ['no list', owner],
      ['a list that is none', { ...owner, widgetIds: 'x' }],
      ['an empty id', { ...owner, widgetIds: [''] }],
      ['an id that is no text', { ...owner, widgetIds: [7] }],
      ['nobody', { widgetIds: [] }],
      ['an organization that is none', { ...owner, widgetIds: [], organizationId: 'x' }],
      ['201 ids', { ...owner, widgetIds: Array(201).fill(NOTES) }],
    ] as const
  ).map(([what, body]) =>
    says(`refuses ${what}`, admin.put(path, body), 400, { error: 'Invalid payload', issues: [{}] }),
  ),
  ...['', '{', 'x'].map((body) =>
    says(`refuses the body '${body}'`, admin.send('PUT', path, raw(body)), 400, 'Invalid JSON body'),
  ),
  says(
    'refuses a widget that there is not',
    admin.put(path, { ...owner, widgetIds: [NOTES, 'x.y'], mode: 'override' }),
    400,
    { error: /./ },
  ),
]

/** What the catalog tells of each. */
const Widget = z.strictObject({
  id: z.string().regex(/^[a-z_]+\.dashboard\.\w+$/),
  title: z.string().min(1),
  description: z.string().nullable(),
  defaultSize: z.enum(['sm', 'md', 'lg']),
  defaultEnabled: z.boolean(),
  defaultSettings: z.record(z.string(), z.unknown()).nullable(),
  features: z.array(z.string()),
  moduleId: z.string(),
  icon: z.string().nullable(),
  loaderKey: z.string().regex(/^[a-z_]+:[a-z-]+:widget$/),
  supportsRefresh: z.boolean(),
})

export const widgetAssignments = group(
  'Widgets of roles and users',
  {
    async scenario(host) {
      const { admin, employee, app } = host
      const other = await addTenant(host, 'Widgets')
      const roles = await bodyFrom(admin.get('/auth/roles?pageSize=100'))
      const roleId: string = roles.items.find(({ name }: { name: string }) => name === 'employee').id
      const foreignRole: string = (await bodyFrom(other.admin.get('/auth/roles'))).items[0].id
      const { userId } = await bodyFrom(employee.post('/auth/feature-check', { features: [] }))
      const foreignUser = (await bodyFrom(other.admin.post('/auth/feature-check', { features: [] }))).userId
      const branch = await idFrom(admin.post('/directory/organizations', { name: 'Branch' }))
      app.clock.advance(1_000)
      const { allowedWidgetIds } = await bodyFrom(employee.get('/dashboards/layout'))
      return {
        other,
        roleId,
        foreignRole,
        userId: String(userId),
        foreignUser: String(foreignUser),
        branch,
        usual: allowedWidgetIds as string[],
      }
    },
  },
  {
    'GET /dashboards/widgets/catalog': ({ admin, employee, anonymous }) => [
      says('lists all widgets, whoever may use them', admin.get(CATALOG), 200, {
        items: z.array(Widget).min(10),
      }),
      says(
        'needs dashboards.admin.assign-widgets',
        employee.get(CATALOG),
        403,
        exactly({ error: 'Forbidden', requiredFeatures: ['dashboards.admin.assign-widgets'] }),
      ),
      says('needs a login', anonymous.get(CATALOG), 401, 'Unauthorized'),
    ],
    'Widgets of a role': ({ admin, employee, roleId, foreignRole, branch, tenantId, other, usual, organizationId }) => {
      const of = `${ROLES}?roleId=${roleId}`
      const put = (widgetIds: string[], more: object = {}) => admin.put(ROLES, { roleId, widgetIds, ...more })
      const sees = (text: string, ...ids: string[]) =>
        says(text, employee.get('/dashboards/layout'), 200, { allowedWidgetIds: ids })
      return [
        says(
          'at first there are none of its own',
          admin.get(of),
          200,
          exactly({ widgetIds: [], hasCustom: false, updatedAt: null, scope: { tenantId, organizationId: null } }),
        ),
        says('are stored', put([NOTES]), 200, exactly({ ok: true, widgetIds: [NOTES] }), {
          'x-om-operation': /^omop:/,
        }),
        says(
          'and told',
          admin.get(of),
          200,
          exactly({ widgetIds: [NOTES], hasCustom: true, updatedAt: time, scope: { tenantId, organizationId: null } }),
        ),
        sees('its holders see these', NOTES),
        says('those for an organization count before', put([WELCOME], { organizationId }), 200, { ok: true }),
        sees('for who works there', WELCOME),
        says(
          'and are told for it',
          admin.get(`${of}&organizationId=${organizationId}`),
          200,
          exactly({ widgetIds: [WELCOME], hasCustom: true, updatedAt: time, scope: { tenantId, organizationId } }),
        ),
        says('another organization has the general ones', admin.get(`${of}&organizationId=${branch}`), 200, {
          widgetIds: [NOTES],
          hasCustom: true,
          scope: { organizationId: branch },
        }),
        says('duplicates stay', put([NOTES, NOTES]), 200, { widgetIds: [NOTES, NOTES] }),
        says('an empty list takes them back', put([]), 200, exactly({ ok: true, widgetIds: [] })),
        says('as is told', admin.get(of), 200, { widgetIds: [], hasCustom: false }),
        says('for each organization by itself', put([], { organizationId }), 200, { widgetIds: [] }),
        sees('then holders see what they saw', ...usual),
        ...['', '?roleId=', '?roleId=x'].map((query) =>
          says(`refuses '${query}'`, admin.get(`${ROLES}${query}`), 400, { error: 'roleId is required' }),
        ),
        ...[unknown, foreignRole].map((id, index) =>
          says(
            `knows no role ${['that is not', 'of another tenant'][index]}`,
            admin.get(`${ROLES}?roleId=${id}`),
            404,
            'Role not found',
          ),
        ),
        ...[unknown, foreignRole].map((id, index) =>
          says(
            `stores for no role ${['that is not', 'of another tenant'][index]}`,
            admin.put(ROLES, { roleId: id, widgetIds: [NOTES] }),
            404,
            'Role not found',
          ),
        ),
        says('nor for an organization of another tenant', put([NOTES], { organizationId: other.organizationId }), 403, {
          error: /./,
        }),
        says(
          'lets nobody name another tenant',
          put([NOTES], { tenantId: other.tenantId }),
          403,
          'Not authorized to target this tenant.',
        ),
        ...refusesBody(admin, ROLES, { roleId }),
        says('reading needs the feature', employee.get(of), 403, {
          requiredFeatures: ['dashboards.admin.assign-widgets'],
        }),
        says('writing, too', employee.put(ROLES, { roleId, widgetIds: [] }), 403, {
          requiredFeatures: ['dashboards.admin.assign-widgets'],
        }),
      ]
    },
    'Widgets of a user': ({
      admin,
      employee,
      userId,
      foreignUser,
      tenantId,
      organizationId,
      usual,
      other,
      superadmin,
    }) => {
      const of = `${USERS}?userId=${userId}`
      const put = (fields: object) => admin.put(USERS, { userId, ...fields })
      const sees = (text: string, ...ids: string[]) =>
        says(text, employee.get('/dashboards/layout'), 200, { allowedWidgetIds: ids })
      const inherits = exactly({
        mode: 'inherit',
        widgetIds: [],
        hasCustom: false,
        updatedAt: null,
        effectiveWidgetIds: usual,
        scope: { tenantId, organizationId },
      })
      return [
        says('at first they are those of the roles, in the caller’s organization', admin.get(of), 200, inherits),
        says(
          'an override is stored',
          put({ mode: 'override', widgetIds: [NOTES, WELCOME] }),
          200,
          exactly({ ok: true, mode: 'override', widgetIds: [NOTES, WELCOME] }),
          { 'x-om-operation': /^omop:/ },
        ),
        says(
          'and told, effective in the order of the catalog',
          admin.get(of),
          200,
          exactly({
            mode: 'override',
            widgetIds: [NOTES, WELCOME],
            hasCustom: true,
            updatedAt: time,
            effectiveWidgetIds: [WELCOME, NOTES],
            scope: { tenantId, organizationId },
          }),
        ),
        sees('and seen', WELCOME, NOTES),
        says('nothing may be it', put({ mode: 'override', widgetIds: [] }), 200, { mode: 'override', widgetIds: [] }),
        says('then nothing is allowed', admin.get(of), 200, {
          mode: 'override',
          hasCustom: true,
          effectiveWidgetIds: [],
        }),
        sees('nor seen'),
        says(
          'no feature is given by it',
          put({ mode: 'override', widgetIds: [NOTES, 'audit_logs.dashboard.actionsTrend'] }),
          200,
        ),
        says('for what the user lacks is left out', admin.get(of), 200, {
          widgetIds: [NOTES, 'audit_logs.dashboard.actionsTrend'],
          effectiveWidgetIds: [NOTES],
        }),
        says(
          'inherit takes it back, whatever the list',
          put({ mode: 'inherit', widgetIds: [NOTES] }),
          200,
          exactly({ ok: true, mode: 'inherit', widgetIds: [] }),
        ),
        says('as it was', admin.get(of), 200, inherits),
        says('inherit is what is meant without a mode', put({ widgetIds: [NOTES] }), 200, {
          mode: 'inherit',
          widgetIds: [],
        }),
        says('null is the tenant', put({ mode: 'override', widgetIds: [NOTES], organizationId: null }), 200),
        says('and told for it', admin.get(`${of}&organizationId=${organizationId}`), 200, { hasCustom: false }),
        sees('while in an organization nothing changes', ...usual),
        says(
          'a super admin may assign without a selection',
          superadmin.put(USERS, { userId, mode: 'override', widgetIds: [WELCOME] }),
          200,
          { mode: 'override' },
        ),
        sees('and it counts', WELCOME),
        says('until it is taken back', put({ mode: 'inherit', widgetIds: [] }), 200),
        ...['', '?userId=', '?userId=x'].map((query) =>
          says(`refuses '${query}'`, admin.get(`${USERS}${query}`), 400, { error: 'userId is required' }),
        ),
        ...[unknown, foreignUser].map((id, index) =>
          says(
            `knows no user ${['that is not', 'of another tenant'][index]}`,
            admin.get(`${USERS}?userId=${id}`),
            404,
            'User not found',
          ),
        ),
        ...[unknown, foreignUser].map((id, index) =>
          says(
            `stores for no user ${['that is not', 'of another tenant'][index]}`,
            admin.put(USERS, { userId: id, widgetIds: [] }),
            404,
            'User not found',
          ),
        ),
        ...['all', '', 7, null].map((mode) =>
          says(`refuses the mode ${show(mode)}`, put({ mode, widgetIds: [] }), 400, {
            error: 'Invalid payload',
            issues: [{}],
          }),
        ),
        says(
          'lets nobody name another tenant',
          put({ widgetIds: [], tenantId: other.tenantId }),
          403,
          'Not authorized to target this tenant.',
        ),
        ...refusesBody(admin, USERS, { userId }),
        says('reading needs the feature', employee.get(of), 403, {
          requiredFeatures: ['dashboards.admin.assign-widgets'],
        }),
        says('writing, too', employee.put(USERS, { userId, widgetIds: [] }), 403, {
          requiredFeatures: ['dashboards.admin.assign-widgets'],
        }),
      ]
    },
  },
)
