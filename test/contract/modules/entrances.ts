import { group } from '../_frame/group.ts'
import { says, type Statement } from '../_frame/statement.ts'
import { bodyFrom, type Visitor } from '../_frame/visitor.ts'

const ID = '99999999-9999-4999-8999-999999999999'

/** Every published entrance of the modules, and the feature that it asks for. */
const ENTRANCES = [
  ['GET', '/dashboards/layout', 'dashboards.view'],
  ['PUT', '/dashboards/layout', 'dashboards.configure'],
  ['PATCH', `/dashboards/layout/${ID}`, 'dashboards.configure'],
  ['GET', '/dashboards/widgets/catalog', 'dashboards.admin.assign-widgets'],
  ['GET', '/dashboards/roles/widgets', 'dashboards.admin.assign-widgets'],
  ['PUT', '/dashboards/roles/widgets', 'dashboards.admin.assign-widgets'],
  ['GET', '/dashboards/users/widgets', 'dashboards.admin.assign-widgets'],
  ['PUT', '/dashboards/users/widgets', 'dashboards.admin.assign-widgets'],
  ['POST', '/dashboards/widgets/data', 'analytics.view'],
  ['POST', '/ai_assistant/chat', 'ai_assistant.view'],
  ['POST', '/ai_assistant/route', 'ai_assistant.view'],
  ['GET', '/ai_assistant/health', 'ai_assistant.view'],
  ['GET', '/ai_assistant/settings', 'ai_assistant.view'],
  ['GET', '/ai_assistant/tools', 'ai_assistant.view'],
  ['POST', '/ai_assistant/tools/execute', 'ai_assistant.view'],
  ['POST', '/ai_assistant/session-key', 'ai_assistant.view'],
  ['GET', '/api_keys/keys', 'api_keys.view'],
  ['POST', '/api_keys/keys', 'api_keys.create'],
  ['DELETE', '/api_keys/keys', 'api_keys.delete'],
  ['GET', '/attachments', 'attachments.view'],
  ['POST', '/attachments', 'attachments.manage'],
  ['DELETE', '/attachments', 'attachments.manage'],
  ['GET', '/attachments/library', 'attachments.view'],
  ['GET', `/attachments/library/${ID}`, 'attachments.view'],
  ['PATCH', `/attachments/library/${ID}`, 'attachments.manage'],
  ['DELETE', `/attachments/library/${ID}`, 'attachments.manage'],
  ['GET', '/attachments/partitions', 'attachments.manage'],
  ['POST', '/attachments/partitions', 'attachments.manage'],
  ['PUT', '/attachments/partitions', 'attachments.manage'],
  ['DELETE', '/attachments/partitions', 'attachments.manage'],
  ['POST', '/attachments/transfer', 'attachments.manage'],
  ['GET', '/audit_logs/audit-logs/access', 'audit_logs.view_self'],
  ['GET', '/audit_logs/audit-logs/actions', 'audit_logs.view_self'],
  ['POST', '/audit_logs/audit-logs/actions/undo', 'audit_logs.undo_self'],
  ['POST', '/audit_logs/audit-logs/actions/redo', 'audit_logs.redo_self'],
  ['POST', '/business_rules/execute', 'business_rules.execute'],
  ['POST', `/business_rules/execute/${ID}`, 'business_rules.execute'],
  ['GET', '/business_rules/logs', 'business_rules.view_logs'],
  ['GET', '/business_rules/logs/7', 'business_rules.view_logs'],
  ['GET', '/business_rules/rules', 'business_rules.view'],
  ['POST', '/business_rules/rules', 'business_rules.manage'],
  ['PUT', '/business_rules/rules', 'business_rules.manage'],
  ['DELETE', '/business_rules/rules', 'business_rules.manage'],
  ['GET', `/business_rules/rules/${ID}`, 'business_rules.view'],
  ['GET', '/business_rules/sets', 'business_rules.view'],
  ['POST', '/business_rules/sets', 'business_rules.manage_sets'],
  ['PUT', '/business_rules/sets', 'business_rules.manage_sets'],
  ['DELETE', '/business_rules/sets', 'business_rules.manage_sets'],
  ['GET', `/business_rules/sets/${ID}`, 'business_rules.view'],
  ['POST', `/business_rules/sets/${ID}/members`, 'business_rules.manage_sets'],
  ['PUT', `/business_rules/sets/${ID}/members`, 'business_rules.manage_sets'],
  ['DELETE', `/business_rules/sets/${ID}/members`, 'business_rules.manage_sets'],
  ['POST', '/catalog/bulk-delete', 'catalog.products.manage'],
  ['POST', '/progress/jobs', 'progress.create'],
  ['PUT', `/progress/jobs/${ID}`, 'progress.update'],
  ['DELETE', `/progress/jobs/${ID}`, 'progress.cancel'],
] as const

/** What employees may, of the features above. */
const OF_EMPLOYEES = [
  'dashboards.view',
  'dashboards.configure',
  'analytics.view',
  'ai_assistant.view',
  'attachments.view',
  'audit_logs.view_self',
  'audit_logs.undo_self',
  'catalog.products.manage',
  'progress.view',
]

const FEATURES = [...new Set(ENTRANCES.map(([, , feature]) => feature))]
/** Paths of which all methods are above. */
const PATHS = [
  ...Map.groupBy(
    ENTRANCES.filter(([, path]) => !path.startsWith('/progress')),
    ([, path]) => path,
  ),
].map(([path, entrances]) => [path, entrances.map(([method]) => method as string)] as const)
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

const send = (who: Visitor, method: string, path: string) =>
  who.send(
    method,
    path,
    method === 'GET' || method === 'HEAD' ? {} : { body: '{}', headers: { 'content-type': 'application/json' } },
  )

/** Decisions: Paths; Unknown paths and methods; HEAD, and who holds what by default. */
export const entrances = group(
  'Entrances of the modules',
  {
    async scenario({ admin, visitor }) {
      const key = await bodyFrom(admin.post('/api_keys/keys', { name: 'Nothing', roles: [] }))
      return { nothing: visitor({ 'x-api-key': key.secret }) }
    },
  },
  {
    'Who may enter': ({ anonymous, nothing, visitor }): Statement[] => [
      ...ENTRANCES.map(([method, path]) =>
        says(`${method} ${path} needs a login`, send(anonymous, method, path), 401, { error: 'Unauthorized' }),
      ),
      ...ENTRANCES.map(([method, path, feature]) =>
        says(`${method} ${path} needs ${feature}`, send(nothing, method, path), 403, {
          error: 'Forbidden',
          requiredFeatures: [feature],
        }),
      ),
      says(
        'the language is the caller’s',
        visitor({ cookie: 'locale=de' }).get('/api_keys/keys'),
        401,
        'Nicht angemeldet',
      ),
    ],
    'Who holds what': ({ admin, employee }) => [
      ...FEATURES.map((feature) =>
        says(`administrators hold ${feature}`, admin.post('/auth/feature-check', { features: [feature] }), 200, {
          ok: true,
        }),
      ),
      ...FEATURES.map((feature) =>
        says(
          `employees ${OF_EMPLOYEES.includes(feature) ? 'hold' : 'lack'} ${feature}`,
          employee.post('/auth/feature-check', { features: [feature] }),
          200,
          { ok: OF_EMPLOYEES.includes(feature) },
        ),
      ),
    ],
    Paths: ({ admin, anonymous }) => [
      ...PATHS.map(([path]) =>
        says(`${path} is there with /api before it`, anonymous.get(`/api${path}`), statusOf(path), { error: /./ }),
      ),
      ...PATHS.flatMap(([path, methods]) => {
        const other = METHODS.find((method) => !methods.includes(method))!
        const allowed = new RegExp(methods.map((method) => `(?=.*\\b${method}\\b)`).join(''))
        return [
          says(`${path} has no ${other}, and says what it has`, send(admin, other, path), 404, 'Not Found', {
            allow: allowed,
          }),
        ]
      }),
      ...PATHS.filter(([, methods]) => methods.includes('GET')).map(([path]) =>
        says(`HEAD ${path} is as GET, without a body`, sameAsGet(admin, path), 200, { same: true, text: '' }),
      ),
      ...PATHS.filter(([, methods]) => !methods.includes('GET')).map(([path]) =>
        says(`HEAD ${path} is not there, as GET`, send(admin, 'HEAD', path), 404, undefined, {
          allow: /P(OST|UT|ATCH)/,
        }),
      ),
      ...['/', '/nothing', '/business_rules', '/dashboards/layout/a/b', '/api/api/attachments', '/Attachments'].map(
        (path) => says(`${path} is unknown`, admin.get(path), 404, 'Not Found', { allow: null }),
      ),
      says('every answer says which request it is', admin.get('/attachments/library'), 200, undefined, {
        'x-request-id': /./,
      }),
      says('also a refusal', anonymous.get('/attachments/library'), 401, undefined, { 'x-request-id': /./ }),
      says('and what is unknown', anonymous.get('/nothing'), 404, undefined, { 'x-request-id': /./ }),
    ],
  },
)

/** Without a login what is known is 401 and what is not is 404. */
const statusOf = (path: string) => (PATHS.find(([one]) => one === path)![1].includes('GET') ? 401 : 404)

/** Whether HEAD is answered as GET is: the same status and headers, but for those that name the request. */
const sameAsGet = (who: Visitor, path: string) => ({
  request: `HEAD and GET ${path}`,
  answer: async () => {
    const [head, get] = [await send(who, 'HEAD', path).answer(), await send(who, 'GET', path).answer()]
    const of = ({ status, headers }: typeof get) =>
      JSON.stringify([
        status,
        [...headers].filter(([name]) => !['x-request-id', 'content-length', 'date'].includes(name)),
      ])
    return { ...head, status: 200, body: { same: of(head) === of(get), text: head.text } }
  },
})
