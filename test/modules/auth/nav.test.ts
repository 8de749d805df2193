import { defineFeatures, defineModule, signedIn } from '@plinth/core'
import { tenantA } from '@plinth/testing'
import { navigation, type NavigationEntry } from '@plinth/points'
import { expect, test } from 'vitest'
import { authApp, signIn } from './_accounts.ts'

const features = defineFeatures('shelf', { view: 'View', manage: 'Manage' })
const main = { id: 'shelf.nav.group', name: 'Shelf' }
const catalog = { id: 'catalog.nav.group', name: 'Catalog' }
const early = { id: 'early.nav.group', name: 'Early' }
const tools = { id: 'tools.nav.group', name: 'Data designer' }

const pages: NavigationEntry[] = [
  { group: main, href: '/backend/shelf', title: 'Shelf', access: features.view },
  { group: main, href: '/backend/shelf/books', title: 'Books', access: features.view },
  { group: main, href: '/backend/shelf/books/lost', title: 'Lost', access: features.manage },
  { group: main, href: '/backend/shelfish', title: 'Shelfish', access: features.view, order: 5 },
  { group: early, href: '/backend/early', title: 'Early', access: signedIn, order: 1 },
  { group: catalog, href: '/backend/catalog', title: 'Catalog', access: [features.view, features.manage] },
  { group: tools, href: '/backend/config/tools/fields', title: 'Fields', access: features.view, area: 'settings' },
  {
    group: tools,
    href: '/backend/config/tools/settings',
    title: 'More',
    access: features.view,
    area: 'settings',
    order: 1,
  },
  { group: { id: 'me', name: 'Me' }, href: '/backend/profile/me', title: 'Me', access: signedIn, area: 'profile' },
]

const shelf = defineModule({
  id: 'shelf',
  title: 'Shelf',
  features,
  contributes: [navigation.of(...pages)],
  roles: { employee: [features.view] },
})

const link = (href: string, title: string) => ({
  id: href,
  href,
  title,
  defaultTitle: title,
  enabled: true,
  pageContext: 'main',
})

test('the pages that the caller may open, grouped, nested and sorted', async () => {
  await using app = await authApp({ modules: [shelf] })
  const employee = await signIn(app, 'employee@acme.com')
  const { status, body } = await employee.get('/api/auth/admin/nav')
  expect(status).toBe(200)
  expect(body).toEqual({
    groups: [
      { id: early.id, name: 'Early', defaultName: 'Early', items: [link('/backend/early', 'Early')] },
      {
        id: main.id,
        name: 'Shelf',
        defaultName: 'Shelf',
        items: [
          link('/backend/shelfish', 'Shelfish'),
          { ...link('/backend/shelf', 'Shelf'), children: [link('/backend/shelf/books', 'Books')] },
        ],
      },
    ],
    settingsSections: [
      {
        id: 'data-designer',
        label: 'Data designer',
        labelKey: tools.id,
        order: 4,
        items: [
          { id: '-backend-config-tools-settings', label: 'More', href: '/backend/config/tools/settings', order: 1 },
          { id: '-backend-config-tools-fields', label: 'Fields', href: '/backend/config/tools/fields' },
        ],
      },
    ],
    settingsPathPrefixes: ['/backend/config/tools/settings', '/backend/config/tools/fields', '/backend/config/tools'],
    profileSections: [
      {
        id: 'account',
        label: 'Account',
        items: [{ id: 'change-password', label: 'Change password', href: '/backend/profile/change-password' }],
      },
      expect.objectContaining({ id: 'me' }),
    ],
    profilePathPrefixes: ['/backend/profile/'],
    grantedFeatures: ['shelf.view'],
    roles: ['employee'],
  })
})

test('a super admin holds everything', async () => {
  await using app = await authApp({ modules: [shelf] })
  const { body } = await (await signIn(app, 'superadmin@acme.com')).get('/auth/admin/nav')
  expect(body.grantedFeatures).toEqual(['*'])
  expect(body.roles).toEqual(['superadmin'])
  expect(body.groups.map(({ id }: { id: string }) => id)).toEqual([catalog.id, early.id, main.id])
  expect(body.settingsSections.map(({ id }: { id: string }) => id).slice(0, 2)).toEqual(['auth', 'data-designer'])
  expect((await app.anonymous.get('/auth/admin/nav')).status).toBe(401)
})

test('the preference of a role sets the defaults, the personal one comes on top', async () => {
  await using app = await authApp({ modules: [shelf] })
  const admin = await signIn(app, 'admin@acme.com')
  const [role] = await app.sql("select id from roles where name = 'employee' and tenant_id = $1", [tenantA.id])
  const set = await admin.put('/auth/sidebar/preferences', {
    groupOrder: [main.id],
    groupLabels: { [main.id]: 'Rack' },
    itemLabels: { '/backend/shelf/books': 'Volumes' },
    hiddenItems: ['/backend/early'],
    applyToRoles: [role!['id']],
  })
  expect(set.status).toBe(200)
  const employee = await signIn(app, 'employee@acme.com')
  const read = async () => (await employee.get('/auth/admin/nav')).body.groups
  const [rack, first] = await read()
  expect(rack).toMatchObject({ id: main.id, name: 'Rack', defaultName: 'Rack' })
  expect(rack.items[1].children).toEqual([link('/backend/shelf/books', 'Volumes')])
  expect(first.items[0]).toMatchObject({ href: '/backend/early', hidden: true })
  await employee.put('/auth/sidebar/preferences', {
    groupOrder: [early.id],
    groupLabels: { [main.id]: 'Mine', toString: 'x' },
    itemLabels: { '/backend/shelfish': 'Fish' },
  })
  const [mine, renamed] = await read()
  expect(mine.items[0]).toEqual(link('/backend/early', 'Early'))
  expect(renamed).toMatchObject({ name: 'Mine', defaultName: 'Rack' })
  expect(renamed.items[0]).toEqual({ ...link('/backend/shelfish', 'Shelfish'), title: 'Fish' })
})
