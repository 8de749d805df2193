import { z } from 'zod'
import { group } from '../_frame/group.ts'
import { exactly, says, type Statement, uuid, without } from '../_frame/statement.ts'
import { bodyFrom, known, type Visitor } from '../_frame/visitor.ts'
import { raw, show, unknown } from './_words.ts'

const LAYOUT = '/dashboards/layout'
const WELCOME = 'dashboards.dashboard.welcome'
const NOTES = 'dashboards.dashboard.notes'
const none = '00000000-0000-0000-0000-000000000000'
const [one, two, three] = ['1', '2', '3'].map((digit) => `${digit.repeat(8)}-1111-4111-8111-111111111111`) as [
  string,
  string,
  string,
]

const item = (fields: object = {}) => ({ id: one, widgetId: NOTES, order: 0, ...fields })
const put = (who: Visitor, ...items: unknown[]) => who.put(LAYOUT, { items })
const refuses = (who: Visitor, what: string, body: unknown): Statement =>
  says(`refuses ${what}`, who.put(LAYOUT, body as object), 400, { error: 'Invalid layout payload', issues: [{}] })

const WIDGET = {
  id: WELCOME,
  title: 'Welcome',
  description: 'Greets whoever opens the dashboard.',
  defaultSize: 'md',
  defaultEnabled: true,
  features: ['dashboards.view'],
  moduleId: 'dashboards',
  icon: null,
  loaderKey: 'dashboards:welcome:widget',
  supportsRefresh: false,
}

export const dashboardLayout = group(
  'Layouts of dashboards',
  {
    async scenario({ admin, employee, superadmin, visitor, app }) {
      const first = await bodyFrom(employee.get(LAYOUT))
      const same = await bodyFrom(employee.get(LAYOUT))
      const { userId } = await bodyFrom(employee.post('/auth/feature-check', { features: [] }))
      const key = await bodyFrom(admin.post('/api_keys/keys', { name: 'Dashboards', roles: ['admin'] }))
      const viewRole = await bodyFrom(admin.post('/auth/roles', { name: 'Viewer' }))
      await bodyFrom(admin.put('/auth/roles/acl', { roleId: viewRole.id, features: ['dashboards.view'] }))
      const watching = await bodyFrom(admin.post('/api_keys/keys', { name: 'Viewer', roles: ['Viewer'] }))
      const stored = await app.sql('select count(*)::int as count from dashboard_layouts')
      return {
        first,
        same,
        userId: String(userId),
        program: visitor({ 'x-api-key': key.secret }),
        viewer: visitor({ 'x-api-key': watching.secret }),
        stored: stored[0]!['count'],
        superadmin,
      }
    },
  },
  {
    'A dashboard that nobody has arranged': ({
      employee,
      first,
      same,
      userId,
      tenantId,
      organizationId,
      stored,
      admin,
      superadmin,
      anonymous,
    }) => {
      const firstAnswer = known('the dashboard at first', first)
      const { items } = first.layout
      return [
        says('has these members', firstAnswer, 200, {
          layout: { items: items.map(() => ({ id: uuid })) },
          canConfigure: true,
        }),
        says('says whose it is', firstAnswer, 200, {
          context: {
            userId,
            tenantId,
            organizationId,
            userName: 'Employee',
            userEmail: 'employee@acme.com',
            userLabel: 'Employee',
          },
        }),
        says('and no more of them', firstAnswer, 200, { context: without('roles', 'isSuperAdmin') }),
        says('shows the widgets that are on by default, numbered from 0', firstAnswer, 200, {
          layout: {
            items: items.map((_: unknown, order: number) => ({ order, priority: order, size: /^(sm|md|lg)$/ })),
          },
        }),
        says('with their settings', firstAnswer, 200, {
          layout: {
            items: items.map((one: { widgetId: string }) => (one.widgetId === NOTES ? { settings: { text: '' } } : {})),
          },
        }),
        says(
          'tells widgets with these members',
          known(
            'the dashboard at first',
            first.widgets.find(({ id }: { id: string }) => id === WELCOME),
          ),
          200,
          exactly({
            ...WIDGET,
            defaultSettings: { headline: 'Welcome, {{user}}!', message: 'Arrange this page as you like.' },
          }),
        ),
        says('lists the ids of allowed widgets in the order of widgets', firstAnswer, 200, {
          allowedWidgetIds: first.widgets.map(({ id }: { id: string }) => id),
        }),
        says('allows nothing that needs a feature which they lack', firstAnswer, 200, {
          allowedWidgetIds: z.array(z.string().regex(/^(?!audit_logs)/)).min(2),
        }),
        says('is the same when asked again', known('the dashboard at first', same), 200, first),
        says('and nothing is stored', employee.get(LAYOUT), 200, {
          layout: { items: items.map(({ id }: { id: string }) => ({ id })) },
        }),
        says('not a row', known('the dashboard at first', { stored }), 200, {
          stored: 0,
        }),
        says('is another one for another person', admin.get(LAYOUT), 200, { context: { userEmail: 'admin@acme.com' } }),
        says('super admins have one, too', superadmin.get(LAYOUT), 200, { canConfigure: true }),
        says('needs a login', anonymous.get(LAYOUT), 401, 'Unauthorized'),
      ]
    },
    'PUT /dashboards/layout': ({ employee, viewer }) => {
      const shows = (text: string, ...items: object[]) =>
        says(text, employee.get(LAYOUT), 200, { layout: { items: items as never } })
      return [
        says(
          'stores a layout',
          put(
            employee,
            item({ id: two, order: 7 }),
            item({ id: one, widgetId: WELCOME, size: 'lg', settings: { a: [1] } }),
          ),
          200,
          exactly({ ok: true }),
          { 'x-om-operation': /^omop:/ },
        ),
        shows(
          'in the order of the list, whatever `order` says',
          { id: two, widgetId: NOTES, order: 0, priority: 0, size: 'md' },
          { id: one, widgetId: WELCOME, order: 1, priority: 1, size: 'lg', settings: { a: [1] } },
        ),
        says('settings that were not said are left out', employee.get(LAYOUT), 200, {
          layout: { items: [without('settings'), {}] },
        }),
        says('takes a widget twice', put(employee, item(), item({ id: two })), 200),
        shows('and shows it twice', { id: one }, { id: two }),
        says(
          'leaves out what is not allowed or unknown',
          put(
            employee,
            item({ id: three, widgetId: 'x.y' }),
            item(),
            item({ id: two, widgetId: 'audit_logs.dashboard.none' }),
          ),
          200,
        ),
        shows('and numbers the rest', { id: one, order: 0 }),
        says(
          'refuses an id that is there twice',
          put(employee, item(), item({ widgetId: WELCOME })),
          400,
          'Layout item IDs must be unique',
        ),
        says('but not one of widgets that are left out', put(employee, item(), item({ widgetId: 'x.y' })), 200),
        ...['sm', 'md', 'lg'].map((size) => says(`takes the size ${size}`, put(employee, item({ size })), 200)),
        ...[
          { items: [item({ size: 'xl' })] },
          { items: [item({ id: 'x' })] },
          { items: [item({ id: undefined })] },
          { items: [item({ widgetId: '' })] },
          { items: [item({ order: -1 })] },
          { items: [item({ order: 1.5 })] },
          { items: [item({ order: undefined })] },
          { items: [item({ priority: -1 })] },
          { items: {} },
          {},
        ].map((body) => refuses(employee, show(body), body)),
        refuses(employee, '101 items', { items: Array.from({ length: 101 }, () => item({ id: crypto.randomUUID() })) }),
        refuses(employee, 'more than 64 KB', { items: [item({ settings: { text: 'x'.repeat(70_000) } })] }),
        ...['', '{', 'x'].map((body) =>
          says(`refuses the body '${body}'`, employee.send('PUT', LAYOUT, raw(body)), 400, 'Invalid JSON body'),
        ),
        says('takes any JSON as settings', put(employee, item({ settings: [1, 'two', null] })), 200),
        shows('and tells it', { settings: [1, 'two', null] }),
        says('an empty layout stays empty', put(employee), 200),
        shows('with nothing'),
        says(
          'needs dashboards.configure',
          put(viewer),
          403,
          exactly({ error: 'Forbidden', requiredFeatures: ['dashboards.configure'] }),
        ),
        says('which who lacks it is told', viewer.get(LAYOUT), 200, { canConfigure: false }),
      ]
    },
    'PATCH /dashboards/layout/{itemId}': async ({ employee, admin, viewer }) => {
      await bodyFrom(put(employee, item({ settings: { a: 1 } })))
      const path = `${LAYOUT}/${one}`
      const shows = (text: string, fields: object) =>
        says(text, employee.get(LAYOUT), 200, { layout: { items: [fields as never] } })
      return [
        says('changes the size', employee.patch(path, { size: 'lg' }), 200, exactly({ ok: true }), {
          'x-om-operation': /^omop:/,
        }),
        shows('and leaves the settings', { size: 'lg', settings: { a: 1 } }),
        says('replaces settings', employee.patch(path, { settings: { b: 2 } }), 200),
        shows('as a whole', { size: 'lg', settings: without('a') }),
        says('null keeps them', employee.patch(path, { settings: null }), 200),
        shows('as they are', { settings: { b: 2 } }),
        says('nothing changes nothing', employee.patch(path, {}), 200),
        says('ignores other members', employee.patch(path, { id: two, widgetId: WELCOME, order: 5 }), 200),
        shows('for the path says which item', { id: one, widgetId: NOTES, order: 0 }),
        says('takes an id in capitals', employee.patch(`${LAYOUT}/${one.toUpperCase()}`, { size: 'sm' }), 200),
        ...['xl', '', 7, null].map((size) =>
          says(`refuses the size ${show(size)}`, employee.patch(path, { size }), 400, {
            error: 'Invalid payload',
            issues: [{}],
          }),
        ),
        says('refuses an id that is none', employee.patch(`${LAYOUT}/x`, { size: 'sm' }), 400, {
          error: 'Invalid payload',
          issues: [{}],
        }),
        ...['', '{', 'x'].map((body) =>
          says(`refuses the body '${body}'`, employee.send('PATCH', path, raw(body)), 400, 'Invalid JSON body'),
        ),
        ...['null', '[]', '7'].map((body) =>
          says(`refuses the JSON ${body}`, employee.send('PATCH', path, raw(body)), 400, { error: 'Invalid payload' }),
        ),
        says('refuses settings of more than 64 KB', employee.patch(path, { settings: 'x'.repeat(70_000) }), 400, {
          error: 'Invalid payload',
        }),
        says(
          'knows no other item',
          employee.patch(`${LAYOUT}/${unknown}`, { size: 'sm' }),
          404,
          'Layout item not found',
        ),
        says(
          'knows no layout where there is none',
          admin.patch(`${LAYOUT}/${none}`, { size: 'sm' }),
          404,
          'Layout not found',
        ),
        says('needs dashboards.configure', viewer.patch(path, { size: 'sm' }), 403, {
          requiredFeatures: ['dashboards.configure'],
        }),
      ]
    },
    'API keys': ({ program, admin }) => [
      says('see the dashboard of their owner', program.get(LAYOUT), 200, { context: { userEmail: 'admin@acme.com' } }),
      says('and arrange it', put(program, item({ widgetId: WELCOME })), 200, { ok: true }),
      says('as their owner sees', admin.get(LAYOUT), 200, { layout: { items: [{ id: one, widgetId: WELCOME }] } }),
    ],
  },
)
