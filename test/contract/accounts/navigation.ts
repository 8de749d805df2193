import { exactly, says } from '../_frame/statement.ts'
import { group } from '../_frame/group.ts'
import { bodyFrom, known } from '../_frame/visitor.ts'
import { addClerk } from './add-clerk.ts'

const TITLES = {
  en: {
    users: 'Users',
    roles: 'Roles',
    organizations: 'Organizations',
    rules: 'Rules',
    group: 'Business Rules',
    account: 'Account',
    section: 'Auth',
  },
  de: {
    users: 'Benutzer',
    roles: 'Rollen',
    organizations: 'Organisationen',
    rules: 'Regeln',
    group: 'Geschäftsregeln',
    account: 'Konto',
    section: 'Zugang',
  },
  es: {
    users: 'Usuarios',
    roles: 'Roles',
    organizations: 'Organizaciones',
    rules: 'Reglas',
    group: 'Reglas de negocio',
    account: 'Cuenta',
    section: 'Acceso',
  },
  pl: {
    users: 'Użytkownicy',
    roles: 'Role',
    organizations: 'Organizacje',
    rules: 'Reguły',
    group: 'Reguły biznesowe',
    account: 'Konto',
    section: 'Dostęp',
  },
}
const RULES = '/backend/business_rules/rules'

export const navigation = group(
  'Navigation',
  { scenario: addClerk },
  {
    'GET /auth/admin/nav': async ({ admin, superadmin, employee, anonymous, clerk }) => {
      const nav = await bodyFrom(admin.get('/auth/admin/nav'))
      const section = (id: string) => nav.settingsSections.find((one: { id: string }) => one.id === id)
      return [
        says(
          'it has seven members',
          known('members', Object.keys(nav).sort()),
          200,
          exactly([
            'grantedFeatures',
            'groups',
            'profilePathPrefixes',
            'profileSections',
            'roles',
            'settingsPathPrefixes',
            'settingsSections',
          ]),
        ),
        says('the roles of the caller', admin.get('/auth/admin/nav'), 200, { roles: ['admin'] }),
        says('a super admin is granted *', superadmin.get('/auth/admin/nav'), 200, {
          grantedFeatures: ['*'],
          roles: ['superadmin'],
        }),
        says(
          'a group',
          known('groups', nav.groups),
          200,
          exactly([
            {
              id: 'business_rules',
              name: 'Business Rules',
              defaultName: 'Business Rules',
              items: [
                { id: RULES, href: RULES, title: 'Rules', defaultTitle: 'Rules', enabled: true, pageContext: 'main' },
                {
                  id: '/backend/business_rules/sets',
                  href: '/backend/business_rules/sets',
                  title: 'Rule sets',
                  defaultTitle: 'Rule sets',
                  enabled: true,
                  pageContext: 'main',
                },
                {
                  id: '/backend/business_rules/logs',
                  href: '/backend/business_rules/logs',
                  title: 'Execution logs',
                  defaultTitle: 'Execution logs',
                  enabled: true,
                  pageContext: 'main',
                },
              ],
            },
          ]),
        ),
        says('a section', known('sections', section('auth')), 200, {
          id: 'auth',
          label: 'Auth',
          items: [
            { id: '-backend-users', label: 'Users', href: '/backend/users' },
            { id: '-backend-roles', label: 'Roles', href: '/backend/roles' },
            { label: 'API Keys' },
          ],
        }),
        says(
          'sections in the fixed order',
          known(
            'sections',
            nav.settingsSections.map(({ id }: { id: string }) => id),
          ),
          200,
          exactly(['auth', 'directory', 'ai-assistant']),
        ),
        says(
          'the prefixes are the addresses',
          known('prefixes', nav.settingsPathPrefixes),
          200,
          exactly([
            '/backend/users',
            '/backend/roles',
            '/backend/api-keys',
            '/backend/directory/organizations',
            '/backend/config/ai-assistant',
          ]),
        ),
        says(
          'the profile',
          known('profile', nav.profileSections),
          200,
          exactly([
            {
              id: 'account',
              label: 'Account',
              items: [{ id: 'change-password', label: 'Change password', href: '/backend/profile/change-password' }],
            },
          ]),
        ),
        says(
          'the prefix of the profile',
          known('prefixes', nav.profilePathPrefixes),
          200,
          exactly(['/backend/profile/']),
        ),
        says('an employee has no pages of these', employee.get('/auth/admin/nav'), 200, {
          groups: [],
          settingsSections: [],
          settingsPathPrefixes: [],
          roles: ['employee'],
        }),
        says('whoever may see rules sees theirs', clerk.get('/auth/admin/nav'), 200, {
          groups: [{ id: 'business_rules' }],
          settingsSections: [],
          grantedFeatures: ['business_rules.*'],
        }),
        says('nobody', anonymous.get('/auth/admin/nav'), 401, 'Unauthorized'),
        ...Object.entries(TITLES).flatMap(([locale, titles]) => {
          const asked = admin.with({ 'accept-language': locale }).get('/auth/admin/nav')
          return [
            says(`groups in ${locale}`, asked, 200, {
              groups: [{ id: 'business_rules', name: titles.group, defaultName: titles.group }],
            }),
            says(`sections in ${locale}, under their ids`, asked, 200, {
              settingsSections: [
                { id: 'auth', label: titles.section },
                { id: 'directory', items: [{ label: titles.organizations }] },
                { id: 'ai-assistant' },
              ],
            }),
            says(`the profile in ${locale}`, asked, 200, {
              profileSections: [{ id: 'account', label: titles.account }],
            }),
          ]
        }),
      ]
    },

    'GET /auth/features': async ({ admin, employee }) => {
      const { items } = await bodyFrom(admin.get('/auth/features'))
      const ids = items.map(({ module, id }: { module: string; id: string }) => `${module} ${id}`)
      return [
        says('items and modules', admin.get('/auth/features'), 200),
        says('by module, then by id', known('ids', ids), 200, exactly(ids.toSorted())),
        says('each once', known('ids', ids), 200, exactly([...new Set<string>(ids)])),
        says(
          'without auth.acl.manage',
          employee.get('/auth/features'),
          403,
          exactly({ error: 'Forbidden', requiredFeatures: ['auth.acl.manage'] }),
        ),
      ]
    },
  },
)
