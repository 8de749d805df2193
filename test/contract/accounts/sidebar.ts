import { exactly, says, uuid } from '../_frame/statement.ts'
import { group } from '../_frame/group.ts'
import { addClerk } from './add-clerk.ts'
import { nobody } from './known.ts'

const NOTHING = { version: 2, groupOrder: [], groupLabels: {}, itemLabels: {}, hiddenItems: [], itemOrder: {} }
const RULES = '/backend/business_rules/rules'

export const sidebar = group(
  'Sidebar preferences',
  { scenario: addClerk },
  {
    'GET /auth/sidebar/preferences': ({ admin, employee, anonymous, key, visitor }) => {
      const PATH = '/auth/sidebar/preferences'
      const names = ['admin', 'Clerk', 'employee', 'superadmin']
      return [
        says(
          'the defaults',
          employee.get(PATH),
          200,
          exactly({ locale: 'en', settings: NOTHING, updatedAt: null, canApplyToRoles: false, roles: [] }),
        ),
        says(
          'whoever may arrange roles sees them by name',
          admin.get(PATH),
          200,
          exactly({
            locale: 'en',
            settings: NOTHING,
            updatedAt: null,
            canApplyToRoles: true,
            roles: names.map((name) => ({ id: uuid, name, hasPreference: false })),
          }),
        ),
        ...['pl', 'es', 'de'].map((locale) =>
          says(`in ${locale}`, employee.with({ cookie: `locale=${locale}` }).get(PATH), 200, {
            locale,
            settings: NOTHING,
          }),
        ),
        says('an API key', visitor({ 'x-api-key': key }).get(PATH), 200, { settings: NOTHING }),
        says('nobody', anonymous.get(PATH), 401, 'Unauthorized'),
      ]
    },

    'PUT /auth/sidebar/preferences: refusals': ({ admin, employee, key, visitor, anonymous, roleId }) => {
      const put = (body?: object | string, who = admin) => who.put('/auth/sidebar/preferences', body)
      const invalid = (field: string) => ({
        error: 'Invalid payload',
        details: { formErrors: [], fieldErrors: { [field]: [/.+/] } },
      })
      return [
        says('no body', put(), 400, 'Invalid JSON'),
        ...['{', 'x', ' '].map((body) => says(`"${body}" is no JSON`, put(body), 400, 'Invalid JSON')),
        ...(
          [
            ['version', 0],
            ['version', -1],
            ['version', 1.5],
            ['version', '2'],
            ['groupOrder', 'x'],
            ['groupOrder', ['']],
            ['groupOrder', Array(201).fill('x')],
            ['groupLabels', { a: '' }],
            ['groupLabels', { a: 'x'.repeat(121) }],
            ['itemLabels', { a: 1 }],
            ['itemLabels', []],
            ['hiddenItems', ['']],
            ['hiddenItems', Array(501).fill('x')],
            ['applyToRoles', ['x']],
            ['clearRoleIds', ['x']],
          ] as const
        ).map(([field, value]) =>
          says(
            `${field} ${JSON.stringify(value).slice(0, 20)}${JSON.stringify(value).length > 20 ? ` … of ${(value as object[]).length}` : ''}`,
            put({ [field]: value }),
            400,
            invalid(field),
          ),
        ),
        says(
          'roles without the feature',
          put({ applyToRoles: [roleId] }, employee),
          403,
          exactly({ error: 'Forbidden', requiredFeatures: ['auth.sidebar.manage'] }),
        ),
        says(
          'clearing roles without it',
          put({ clearRoleIds: [roleId] }, employee),
          403,
          exactly({ error: 'Forbidden', requiredFeatures: ['auth.sidebar.manage'] }),
        ),
        says(
          'an unknown role',
          put({ groupOrder: ['x'], applyToRoles: [roleId, nobody] }),
          400,
          exactly({ error: 'Invalid roles', missing: [nobody] }),
        ),
        says('saves nothing', admin.get('/auth/sidebar/preferences'), 200, { settings: NOTHING }),
        says('nobody', put({}, anonymous), 401, 'Unauthorized'),
        says('an API key', put({ groupOrder: ['x'] }, visitor({ 'x-api-key': key })), 200),
      ]
    },

    'PUT /auth/sidebar/preferences': ({ admin, employee, clerk, roleId }) => {
      const put = (body: object, who = admin) => who.put('/auth/sidebar/preferences', body)
      const untidy = {
        version: 3,
        groupOrder: [' b ', 'a', 'b', ' '],
        groupLabels: { ' business_rules ': ' Ours ' },
        itemLabels: { [RULES]: 'Laws' },
        hiddenItems: ['/backend/business_rules/logs', '/backend/business_rules/logs'],
        itemOrder: { ' business_rules ': [' /backend/business_rules/sets ', ''.padEnd(1), RULES, RULES] },
      }
      const kept = {
        version: 3,
        groupOrder: ['b', 'a'],
        groupLabels: { business_rules: 'Ours' },
        itemLabels: { [RULES]: 'Laws' },
        hiddenItems: ['/backend/business_rules/logs'],
        itemOrder: { business_rules: ['/backend/business_rules/sets', RULES] },
      }
      return [
        says('trimmed, without blanks and doubles', put(untidy), 200, {
          locale: 'en',
          settings: kept,
          appliedRoles: [],
          clearedRoles: [],
        }),
        says('orders the items of a group', admin.get('/auth/admin/nav'), 200, {
          groups: [{ items: [{ href: '/backend/business_rules/sets' }, { href: RULES }, {}] }],
        }),
        says('is kept', admin.get('/auth/sidebar/preferences'), 200, { settings: kept }),
        says('for this language only', admin.with({ cookie: 'locale=de' }).get('/auth/sidebar/preferences'), 200, {
          settings: NOTHING,
        }),
        says('for this caller only', employee.get('/auth/sidebar/preferences'), 200, { settings: NOTHING }),
        says('it renames and hides in the navigation', admin.get('/auth/admin/nav'), 200, {
          groups: [
            {
              name: 'Ours',
              defaultName: 'Business Rules',
              items: [
                { title: 'Rule sets' },
                { title: 'Laws', defaultTitle: 'Rules' },
                { title: 'Execution logs', hidden: true },
              ],
            },
          ],
        }),
        says('it is replaced as a whole', put({ groupOrder: ['x'] }), 200, {
          settings: { ...NOTHING, groupOrder: ['x'] },
        }),
        says('an employee needs no feature', put({ hiddenItems: ['x'] }, employee), 200, {
          settings: { ...NOTHING, hiddenItems: ['x'] },
        }),
        says('role ids that are empty need none', put({ applyToRoles: [], clearRoleIds: [] }, employee), 200, {
          appliedRoles: [],
          clearedRoles: [],
        }),
        says('for a role', put({ groupLabels: { business_rules: 'Theirs' }, applyToRoles: [roleId] }), 200, {
          appliedRoles: [roleId],
          clearedRoles: [],
          roles: [{ hasPreference: false }, { name: 'Clerk', hasPreference: true }, {}, {}],
        }),
        says('whose labels become the defaults', clerk.get('/auth/admin/nav'), 200, {
          groups: [{ name: 'Theirs', defaultName: 'Theirs' }],
        }),
        says('one’s own comes after', put({ groupLabels: { business_rules: 'Mine' } }, clerk), 200),
        says('and leaves the defaults', clerk.get('/auth/admin/nav'), 200, {
          groups: [{ name: 'Mine', defaultName: 'Theirs' }],
        }),
        says('in both lists it is applied', put({ applyToRoles: [roleId], clearRoleIds: [roleId] }), 200, {
          appliedRoles: [roleId],
          clearedRoles: [],
        }),
        says('cleared', put({ clearRoleIds: [roleId] }), 200, {
          appliedRoles: [],
          clearedRoles: [roleId],
          roles: [{}, { name: 'Clerk', hasPreference: false }, {}, {}],
        }),
        says('cleared again is told again', put({ clearRoleIds: [roleId, nobody] }), 200, {
          clearedRoles: [roleId, nobody],
        }),
        says('labels of 120 characters', put({ groupLabels: { a: 'x'.repeat(120) } }), 200),
        says('200 groups', put({ groupOrder: Array.from({ length: 200 }, (_, index) => `g${index}`) }), 200),
        says('500 hidden items', put({ hiddenItems: Array.from({ length: 500 }, (_, index) => `i${index}`) }), 200),
      ]
    },
  },
)
