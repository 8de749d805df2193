import { claimsOf, PASSWORD } from '../_frame/host.ts'
import { exactly, says } from '../_frame/statement.ts'
import { group } from '../_frame/group.ts'
import { bodyFrom, form, idFrom, type Visitor } from '../_frame/visitor.ts'

const WANTED = [
  'auth',
  'auth.*',
  'auth.users',
  'auth.users.list',
  'auth.users.*',
  'auth.roles.list',
  'auth.userslist',
  'authority.x',
  'AUTH.users.list',
  'dashboards.view',
  '*',
]

/** What each grant satisfies of the wanted features. */
const SATISFIED: Readonly<Record<string, readonly string[]>> = {
  'auth.*': ['auth', 'auth.*', 'auth.users', 'auth.users.list', 'auth.users.*', 'auth.roles.list', 'auth.userslist'],
  'auth.users.*': ['auth.users', 'auth.users.list', 'auth.users.*'],
  'auth.users.list': ['auth.users.list'],
  'dashboards.view': ['dashboards.view'],
}

const check = (visitor: Visitor, features: unknown) => visitor.post('/auth/feature-check', { features })

export const rights = group(
  'Access control',
  {
    async scenario({ admin, superadmin, anonymous, visitor, organizationId }) {
      const branchId = await idFrom(
        admin.post('/directory/organizations', { name: 'Branch', parentId: organizationId }),
      )
      const siblingId = await idFrom(admin.post('/directory/organizations', { name: 'Sibling' }))
      const role = async (name: string, acl: object) => {
        const id = await idFrom(admin.post('/auth/roles', { name }))
        await bodyFrom(superadmin.put('/auth/roles/acl', { roleId: id, ...acl }))
        return id
      }
      const user = async (email: string, roles: readonly string[], own?: object) => {
        const id = await idFrom(admin.post('/auth/users', { email, password: PASSWORD, organizationId, roles }))
        if (own) await bodyFrom(superadmin.put('/auth/users/acl', { userId: id, ...own }))
        const { token } = await bodyFrom(anonymous.post('/auth/login', form({ email, password: PASSWORD })))
        return { id, client: visitor({ authorization: `Bearer ${token}` }), claims: claimsOf(token) }
      }
      for (const [index, grant] of Object.keys(SATISFIED).entries()) await role(`Grant ${index}`, { features: [grant] })
      const holders = await Promise.all(
        Object.keys(SATISFIED).map((_, index) => user(`grant${index}@acme.com`, [`Grant ${index}`])),
      )
      await role('Lists users', { features: ['auth.users.list'] })
      await role('Lists roles', { features: ['auth.roles.list'], organizations: null })
      await role('In branch', {
        features: ['auth.users.list', 'directory.organizations.view'],
        organizations: [branchId],
      })
      await role('Everywhere', { features: ['auth.users.list'], organizations: ['__all__'] })
      await role('Nowhere', { features: ['auth.users.list'], organizations: [] })
      await role('At home', {
        features: ['auth.users.list', 'directory.organizations.view'],
        organizations: [organizationId],
      })
      await role('Flagged', { isSuperAdmin: true, features: [] })
      return {
        branchId,
        siblingId,
        holders,
        both: await user('both@acme.com', []).then(
          async ({ id, client }) => (
            await bodyFrom(superadmin.put('/auth/users', { id, roles: ['Lists users', 'Lists roles'] })),
            client
          ),
        ),
        own: await user('own@acme.com', ['Lists roles'], { features: ['auth.users.list'] }),
        narrow: await user('narrow@acme.com', ['Lists users', 'Lists roles'], {
          features: [],
          organizations: [organizationId],
        }),
        inBranch: await user('branch@acme.com', ['In branch']),
        everywhere: await user('everywhere@acme.com', ['Everywhere']),
        nowhere: await user('nowhere@acme.com', ['Nowhere']),
        atHome: await user('home@acme.com', ['At home']),
        none: await user('none@acme.com', []),
        flagged: await superadmin
          .post('/auth/users', { email: 'flag@acme.com', password: PASSWORD, organizationId, roles: ['Flagged'] })
          .answer()
          .then(async () => {
            const { token } = await bodyFrom(
              anonymous.post('/auth/login', form({ email: 'flag@acme.com', password: PASSWORD })),
            )
            return visitor({ authorization: `Bearer ${token}` })
          }),
      }
    },
  },
  {
    'Feature matching': ({ holders, superadmin, none }) => [
      ...Object.entries(SATISFIED).flatMap(([grant, satisfied], index) =>
        WANTED.map((wanted) => {
          const isSatisfied = satisfied.includes(wanted)
          return says(
            `${grant} ${isSatisfied ? 'satisfies' : 'does not satisfy'} ${wanted}`,
            check(holders[index]!.client, [wanted]),
            200,
            {
              ok: isSatisfied,
              granted: isSatisfied ? [wanted] : [],
            },
          )
        }),
      ),
      ...WANTED.map((wanted) =>
        says(`a super admin has ${wanted}`, check(superadmin, [wanted]), 200, { ok: true, granted: [wanted] }),
      ),
      ...WANTED.map((wanted) =>
        says(`no grant satisfies ${wanted} of nobody`, check(none.client, [wanted]), 200, { ok: false, granted: [] }),
      ),
      says('nothing wanted is always satisfied', check(none.client, []), 200, { ok: true, granted: [] }),
      says('all of several', check(holders[0]!.client, ['auth.users.list', 'auth.roles.list']), 200, { ok: true }),
      says('one of several is not all', check(holders[0]!.client, ['auth.users.list', 'dashboards.view']), 200, {
        ok: false,
        granted: ['auth.users.list'],
      }),
    ],

    'Effective rights': ({ both, own, narrow, flagged, none }) => {
      const pair = ['auth.users.list', 'auth.roles.list']
      return [
        says('roles are united', check(both, pair), 200, { granted: pair }),
        says('rights of one’s own stand in the place of roles', check(own.client, pair), 200, {
          granted: ['auth.users.list'],
        }),
        says('and may narrow them', check(narrow.client, pair), 200, { granted: [] }),
        says(
          'a role with the flag makes a super admin',
          check(flagged, ['directory.tenants.manage', 'anything']),
          200,
          { ok: true },
        ),
        says('who sees all tenants', flagged.get('/directory/organization-switcher'), 200, { isSuperAdmin: true }),
        says('without roles there are no rights', check(none.client, pair), 200, { granted: [] }),
      ]
    },

    'The check applied to endpoints': ({
      inBranch,
      everywhere,
      nowhere,
      atHome,
      branchId,
      organizationId,
      siblingId,
    }) => {
      const users = (visitor: Visitor, selected?: string) =>
        (selected === undefined ? visitor : visitor.with({ cookie: `om_selected_org=${selected}` })).get('/auth/users')
      const refusal = exactly({ error: 'Forbidden', requiredFeatures: ['auth.users.list'] })
      return [
        says('an organization of the list', users(atHome.client, organizationId), 200),
        says('without a selection, home', users(atHome.client), 200),
        says('a descendant of one in the list counts', users(atHome.client, branchId), 200),
        says('only the branch, and the branch selected', users(inBranch.client, branchId), 200),
        says('only the branch, and nothing selected: the first allowed', users(inBranch.client), 200),
        says('__all__ in the list', users(everywhere.client, siblingId), 200),
        says('an empty list', users(nowhere.client), 403, refusal),
        says('an empty list, home selected', users(nowhere.client, organizationId), 403, refusal),
        says('an empty list, everything selected', users(nowhere.client, '__all__'), 403, refusal),
      ]
    },

    'Organization scope': ({
      admin,
      superadmin,
      inBranch,
      atHome,
      everywhere,
      branchId,
      organizationId,
      siblingId,
    }) => {
      const menu = (visitor: Visitor, selected?: string) =>
        (selected === undefined ? visitor : visitor.with({ cookie: `om_selected_org=${selected}` })).get(
          '/directory/organization-switcher',
        )
      return [
        says('without a cookie, home is selected', menu(admin), 200, {
          selectedId: organizationId,
          canViewAllOrganizations: true,
        }),
        says('the cookie selects', menu(admin, branchId), 200, { selectedId: branchId }),
        says('__all__ selects none', menu(admin, '__all__'), 200, { selectedId: null }),
        says('an unknown one falls back to home', menu(admin, crypto.randomUUID()), 200, {
          selectedId: organizationId,
        }),
        says('what is none falls back to home', menu(admin, 'x'), 200, { selectedId: organizationId }),
        says('whoever is confined cannot select another', menu(atHome.client, siblingId), 200, {
          selectedId: organizationId,
          canViewAllOrganizations: false,
        }),
        says('but a descendant', menu(atHome.client, branchId), 200, { selectedId: branchId }),
        says('whose home is not allowed has none selected', menu(inBranch.client), 200, { selectedId: null }),
        says('an unrestricted user may select everything', menu(everywhere.client, '__all__'), 200, {
          selectedId: null,
          canViewAllOrganizations: true,
        }),
        says('a super admin is unrestricted', menu(superadmin), 200, {
          canViewAllOrganizations: true,
          isSuperAdmin: true,
        }),
      ]
    },

    'Restricted features': ({ admin, superadmin }) => {
      const names = ['*', 'directory.*', 'directory.tenants.view', 'directory.tenants.manage', 'directory.tenants.*']
      return [admin, superadmin]
        .flatMap((visitor, index) =>
          names.map((name) => ({
            name,
            who: index === 0 ? 'an admin' : 'a super admin',
            visitor,
            isDropped: index === 0,
          })),
        )
        .map(({ name, who, visitor, isDropped }) =>
          says(
            `${name} granted by ${who}`,
            {
              request: `PUT /auth/roles/acl ${name}`,
              async answer() {
                const id = await idFrom(visitor.post('/auth/roles', { name: `Role ${crypto.randomUUID()}` }))
                return visitor.put('/auth/roles/acl', { roleId: id, features: ['auth.users.list', name] }).answer()
              },
            },
            200,
            exactly({ ok: true, sanitized: isDropped }),
          ),
        )
    },
  },
)
