import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { violationsOf } from './_axe.ts'
import { PASSWORD, VERSION } from './_console.ts'
import { heading, openVisits, toast } from './_visit.ts'

let opened: Awaited<ReturnType<typeof openVisits>>
let host: (typeof opened)['host']
let visit: (typeof opened)['visit']

beforeAll(async () => {
  opened = await openVisits()
  ;({ host, visit } = opened)
}, 120_000)
afterAll(() => opened[Symbol.asyncDispose]())

type Values = Readonly<Record<string, unknown>>
type Ask = <T = Values>(method: string, route: string, data?: object) => Promise<T>

interface Listed {
  readonly items: readonly Values[]
}

interface Form {
  /** The form, and what of it both change. */
  readonly name: string
  /** Makes the record. Returns its id. */
  readonly make: (ask: Ask) => Promise<string>
  readonly address: (id: string) => string
  /** Opens the form and types. */
  readonly type: (page: Page) => Promise<void>
  /** What somebody else saves meanwhile. */
  readonly others: (ask: Ask, id: string) => Promise<unknown>
  /** What counts where both have changed the same. */
  readonly choose?: string
  readonly stored: (ask: Ask, id: string) => Promise<unknown>
  /** What is stored after the form is saved. */
  readonly both: unknown
}

const dialog = (page: Page) => page.getByRole('dialog')
const press = (of: Page | Locator, name: string) => of.getByRole('button', { name, exact: true }).click()
const edit = async (page: Page, button = 'Edit') => press(page, button)
const idOf = async (made: Promise<Values>) => String((await made)['id'])
const one = async (ask: Ask, route: string) => (await ask<Listed>('GET', route)).items[0]!
const pick = (row: Values, ...names: readonly string[]) => names.map((name) => row[name])
const found = async (ask: Ask, route: string, id: string) =>
  (await ask<Listed>('GET', route)).items.find((row) => row['id'] === id)!
const home = async (ask: Ask) => String((await one(ask, '/auth/users?search=admin@acme.com'))['organizationId'])

let count = 0
const unique = (name: string) => `${name} ${++count}`

const FORMS: readonly Form[] = [
  {
    name: 'rights of a role: one is granted, another one removed',
    async make(ask) {
      const id = await idOf(ask('POST', '/auth/roles', { name: unique('Rights') }))
      await ask('PUT', '/auth/roles/acl', { roleId: id, features: ['attachments.view', 'auth.roles.list'] })
      return id
    },
    address: (id) => `/roles/${id}`,
    async type(page) {
      await page.getByRole('searchbox', { name: 'Find a feature' }).fill('list users')
      await page.getByLabel('List users').check()
    },
    others: (ask, roleId) => ask('PUT', '/auth/roles/acl', { roleId, features: ['auth.roles.list'] }),
    stored: async (ask, id) =>
      (await ask<{ features: string[] }>('GET', `/auth/roles/acl?roleId=${id}`)).features.sort(),
    both: ['auth.roles.list', 'auth.users.list'],
  },
  {
    name: 'rights of a role that had none',
    make: (ask) => idOf(ask('POST', '/auth/roles', { name: unique('First rights') })),
    address: (id) => `/roles/${id}`,
    async type(page) {
      await page.getByRole('searchbox', { name: 'Find a feature' }).fill('list users')
      await page.getByLabel('List users').check()
    },
    others: (ask, roleId) => ask('PUT', '/auth/roles/acl', { roleId, features: ['auth.roles.list'] }),
    stored: async (ask, id) =>
      (await ask<{ features: string[] }>('GET', `/auth/roles/acl?roleId=${id}`)).features.sort(),
    both: ['auth.roles.list', 'auth.users.list'],
  },
  {
    name: 'name of a role: mine counts',
    make: (ask) => idOf(ask('POST', '/auth/roles', { name: unique('Name') })),
    address: (id) => `/roles/${id}`,
    async type(page) {
      await edit(page, 'Rename')
      await dialog(page).getByLabel('Name', { exact: true }).fill('My name')
    },
    others: (ask, id) => ask('PUT', '/auth/roles', { id, name: 'Their name' }),
    choose: 'Mine',
    stored: async (ask, id) => pick(await one(ask, `/auth/roles?id=${id}`), 'name'),
    both: ['My name'],
  },
  {
    name: 'widgets of a role',
    async make(ask) {
      const roleId = await idOf(ask('POST', '/auth/roles', { name: unique('Widgets') }))
      const { items } = await ask<Listed>('GET', '/dashboards/widgets/catalog')
      await ask('PUT', '/dashboards/roles/widgets', { roleId, widgetIds: items.slice(0, 2).map(({ id }) => id) })
      return roleId
    },
    address: (id) => `/roles/${id}?tab=widgets`,
    type: (page) => page.getByRole('tabpanel').getByRole('checkbox').nth(2).check(),
    async others(ask, roleId) {
      const { items } = await ask<Listed>('GET', '/dashboards/widgets/catalog')
      await ask('PUT', '/dashboards/roles/widgets', { roleId, widgetIds: [items[0]!['id']] })
    },
    async stored(ask, id) {
      const { items } = await ask<Listed>('GET', '/dashboards/widgets/catalog')
      const { widgetIds } = await ask<{ widgetIds: string[] }>('GET', `/dashboards/roles/widgets?roleId=${id}`)
      return widgetIds.map((widget) => items.findIndex((row) => row['id'] === widget)).sort()
    },
    both: [0, 2],
  },
  {
    name: 'a product',
    make: (ask) => idOf(ask('POST', '/catalog/products', { title: unique('Chair') })),
    address: (id) => `/catalog/products?open=${id}`,
    async type(page) {
      await press(dialog(page), 'Edit')
      await dialog(page).getByLabel('Title', { exact: true }).fill('My chair')
    },
    others: (ask, id) => ask('PUT', '/catalog/products', { id, title: 'Their chair', description: 'Oak' }),
    choose: 'Theirs',
    stored: async (ask, id) => pick(await one(ask, `/catalog/products?id=${id}`), 'title', 'description'),
    both: ['Their chair', 'Oak'],
  },
  {
    name: 'a rule',
    make: (ask) =>
      idOf(
        ask('POST', '/business_rules/rules', {
          ruleId: 'FORMS',
          ruleName: 'Forms',
          ruleType: 'GUARD',
          entityType: 'catalog:product',
          enabled: false,
        }),
      ),
    address: (id) => `/business_rules/rules/${id}`,
    type: (page) => page.getByRole('main').getByLabel('Name', { exact: true }).fill('My rule'),
    others: (ask, id) => ask('PUT', '/business_rules/rules', { id, priority: 7 }),
    stored: async (ask, id) => pick(await ask('GET', `/business_rules/rules/${id}`), 'ruleName', 'priority'),
    both: ['My rule', 7],
  },
  {
    name: 'a person and their roles',
    make: async (ask) =>
      idOf(
        ask('POST', '/auth/users', {
          email: `${unique('person').replace(' ', '')}@acme.com`,
          password: PASSWORD,
          organizationId: await home(ask),
          roles: [],
        }),
      ),
    address: (id) => `/users/${id}`,
    async type(page) {
      await edit(page)
      await dialog(page).getByLabel('employee').check()
    },
    others: (ask, id) => ask('PUT', '/auth/users', { id, name: 'Their Name' }),
    stored: async (ask, id) => pick(await one(ask, `/auth/users?id=${id}`), 'name', 'roles'),
    both: ['Their Name', ['employee']],
  },
  {
    name: 'a record of a custom entity',
    async make(ask) {
      await ask('POST', '/entities/entities', { entityId: 'custom:boat', label: 'Boat' })
      for (const key of ['name', 'port'])
        await ask('POST', '/entities/definitions', {
          entityId: 'custom:boat',
          key,
          kind: 'text',
          configJson: { label: `The ${key}` },
        })
      const values = { cf_name: 'Ann', cf_port: 'Kiel' }
      const { item } = await ask<{ item: { recordId: string } }>('POST', '/entities/records', {
        entityId: 'custom:boat',
        values,
      })
      return item.recordId
    },
    address: (id) => `/entities/user/custom%3Aboat/records?open=${id}`,
    async type(page) {
      await press(dialog(page), 'Edit')
      await dialog(page).getByLabel('The name').fill('Mine')
    },
    others: (ask, recordId) =>
      ask('PUT', '/entities/records', { entityId: 'custom:boat', recordId, values: { cf_port: 'Hull' } }),
    stored: async (ask, id) => pick(await one(ask, `/entities/records?entityId=custom:boat&id=${id}`), 'name', 'port'),
    both: ['Mine', 'Hull'],
  },
  {
    name: 'a custom entity',
    async make(ask) {
      await ask('POST', '/entities/entities', { entityId: 'custom:shed', label: 'Shed' })
      return 'custom:shed'
    },
    address: () => '/entities/user',
    async type(page) {
      await edit(page, 'Edit: Shed')
      await dialog(page).getByLabel('Name', { exact: true }).fill('My shed')
    },
    others: (ask, entityId) => ask('POST', '/entities/entities', { entityId, label: 'Shed', description: 'For tools' }),
    async stored(ask, entityId) {
      const { items } = await ask<Listed>('GET', '/entities/entities')
      return pick(
        items.find((row) => row['entityId'] === entityId)!,
        'label',
        'description',
      )
    },
    both: ['My shed', 'For tools'],
  },
  {
    name: 'the definition of a field',
    async make(ask) {
      const configJson = { label: 'Height' }
      await ask('POST', '/entities/definitions', {
        entityId: 'custom:shed',
        key: 'height',
        kind: 'integer',
        configJson,
      })
      return 'height'
    },
    address: () => '/entities/fields?entity=custom%3Ashed',
    async type(page) {
      await edit(page, 'Edit: Height')
      await dialog(page).getByLabel('Description').fill('In metres')
    },
    others: (ask, key) =>
      ask('POST', '/entities/definitions', {
        entityId: 'custom:shed',
        key,
        kind: 'integer',
        configJson: { label: 'Tall' },
      }),
    async stored(ask) {
      const { items } = await ask<Listed>('GET', '/entities/definitions.manage?entityId=custom:shed')
      return pick(items[0]!['configJson'] as Values, 'label', 'description')
    },
    both: ['Tall', 'In metres'],
  },
  {
    name: 'a dictionary',
    make: (ask) => idOf(ask('POST', '/dictionaries', { key: 'woods', name: 'Woods' })),
    address: () => '/dictionaries',
    async type(page) {
      await edit(page, 'Edit: Woods')
      await dialog(page).getByLabel('Description').fill('Of chairs')
    },
    others: (ask, id) => ask('PATCH', `/dictionaries/${id}`, { name: 'Timber' }),
    stored: async (ask, id) => pick(await ask('GET', `/dictionaries/${id}`), 'name', 'description'),
    both: ['Timber', 'Of chairs'],
  },
  {
    name: 'an entry of a dictionary',
    async make(ask) {
      const id = await idOf(ask('POST', '/dictionaries', { key: 'shades', name: 'Shades' }))
      await ask('POST', `/dictionaries/${id}/entries`, { value: 'red', label: 'Red' })
      return id
    },
    address: (id) => `/dictionaries/${id}`,
    async type(page) {
      await edit(page, 'Edit: Red')
      await dialog(page).getByLabel('Label').fill('My red')
    },
    async others(ask, id) {
      const entry = await one(ask, `/dictionaries/${id}/entries`)
      await ask('PATCH', `/dictionaries/${id}/entries/${String(entry['id'])}`, { icon: 'warning' })
    },
    stored: async (ask, id) => pick(await one(ask, `/dictionaries/${id}/entries`), 'label', 'icon'),
    both: ['My red', 'warning'],
  },
  {
    name: 'an organization',
    make: (ask) => idOf(ask('POST', '/directory/organizations', { name: 'Branch' })),
    address: () => '/directory/organizations',
    async type(page) {
      const row = page.getByRole('listitem').filter({ hasText: 'Branch' }).last()
      await edit(row as unknown as Page)
      await dialog(page).getByRole('switch').uncheck()
    },
    others: (ask, id) => ask('PUT', '/directory/organizations', { id, name: 'Their branch' }),
    stored: async (ask, id) => pick(await found(ask, '/directory/organizations?view=manage', id), 'name', 'isActive'),
    both: ['Their branch', false],
  },
  {
    name: 'a service account',
    make: async (ask) =>
      idOf(ask('POST', '/api_keys/service-accounts', { name: 'Robot', roles: [], organizationId: await home(ask) })),
    address: () => '/service-accounts',
    async type(page) {
      await edit(page)
      await dialog(page).getByLabel('Description').fill('Counts')
      await dialog(page).getByLabel('employee').check()
    },
    others: (ask, id) => ask('PUT', '/api_keys/service-accounts', { id, name: 'Their robot' }),
    async stored(ask, id) {
      const row = await found(ask, '/api_keys/service-accounts', id)
      return [...pick(row, 'name', 'description'), (row['roles'] as Values[]).length]
    },
    both: ['Their robot', 'Counts', 1],
  },
  {
    name: 'a connection to an identity provider',
    make: async (ask) =>
      idOf(
        ask('POST', '/sso/connections', {
          protocol: 'oidc',
          name: 'Corp',
          issuer: 'https://idp.corp.example',
          clientId: 'plinth',
          secret: 'a client secret',
          homeOrganizationId: await home(ask),
        }),
      ),
    address: (id) => `/single-sign-on/${id}`,
    async type(page) {
      await edit(page)
      await dialog(page).getByLabel('Name', { exact: true }).fill('My corp')
    },
    others: (ask, id) => ask('PUT', '/sso/connections', { id, groupsClaim: 'teams' }),
    stored: async (ask, id) => pick(await found(ask, '/sso/connections', id), 'name', 'groupsClaim'),
    both: ['My corp', 'teams'],
  },
  {
    name: 'the sign-in policy',
    make: async () => '',
    address: () => '/sign-in-policy',
    type: (page) => page.getByRole('main').getByLabel('Sign out after so many minutes without use').fill('600'),
    others: (ask) => ask('PUT', '/auth/policies', { lifetimeHours: 72 }),
    stored: async (ask) => pick(await one(ask, '/auth/policies'), 'idleMinutes', 'lifetimeHours'),
    both: [600, 72],
  },
  {
    name: 'the navigation',
    make: async () => '',
    address: () => '/navigation',
    type: (page) => page.getByRole('textbox', { name: 'Name of Rules' }).fill('House rules'),
    others: (ask) => ask('PUT', '/auth/sidebar/preferences', { itemLabels: { '/backend/users': 'Staff' } }),
    async stored(ask) {
      const { settings } = await ask<{ settings: { itemLabels: object } }>('GET', '/auth/sidebar/preferences')
      return Object.values(settings.itemLabels).sort()
    },
    both: ['House rules', 'Staff'],
  },
  {
    name: 'the model of the assistant: theirs counts',
    make: async () => '',
    address: () => '/config/ai-assistant',
    type: (page) =>
      page
        .getByRole('main')
        .getByRole('textbox', { name: /^Model/ })
        .fill('mine'),
    others: (ask) => ask('PUT', '/ai_assistant/settings', { providerId: 'openai', model: 'theirs' }),
    choose: 'Theirs',
    stored: async (ask) => String((await ask<{ provider: Values }>('GET', '/ai_assistant/settings')).provider['model']),
    both: 'openai/theirs',
  },
]

/** Every form, as `npm run campaign:console` has them; all of them save in the same way. */
const some = process.env['CONSOLE'] === 'all' ? FORMS : FORMS.filter((_form, index) => index % 10 === 0)

test.each(some)('an old form takes nothing back: $name', { timeout: 60_000 }, async (form) => {
  await using visited = await visit('/me')
  const { page } = visited
  const ask = visited.ask as unknown as Ask
  const id = await form.make(ask)
  host.app.clock.advance(1_000)
  await page.goto(`${host.url}/backend${form.address(id)}`)
  await form.type(page)
  host.app.clock.advance(1_000)
  await form.others(ask, id)
  host.app.clock.advance(1_000)
  const save = async () => press((await dialog(page).count()) > 0 ? dialog(page) : page, 'Save')
  await save()
  const changed = page.getByRole('region', { name: 'Somebody has changed this meanwhile' })
  await changed.waitFor()
  if (form.choose) {
    // It is not sent before one of both is chosen.
    await save()
    expect(await changed.count()).toBe(1)
    await changed.getByRole('radio', { name: new RegExp(`: ${form.choose}$`) }).check()
  }
  await save()
  await changed.waitFor({ state: 'detached' })
  expect(await form.stored(ask, id)).toEqual(form.both)
})

test('two tabs: the rights that both grant are granted', { timeout: 60_000 }, async () => {
  await using visited = await visit('/me')
  const { page, context, ask } = visited
  const { id } = await ask('POST', '/auth/roles', { name: 'Two tabs' })
  await ask('PUT', '/auth/roles/acl', { roleId: id, features: ['attachments.view'] })
  host.app.clock.advance(1_000)
  const other = await context.newPage()
  const grant = async (tab: Page, feature: string) => {
    await tab.goto(`${host.url}/backend/roles/${id}`)
    await tab.getByRole('searchbox', { name: 'Find a feature' }).fill(feature)
    await tab.getByLabel(feature).check()
  }
  await grant(page, 'List users')
  await grant(other, 'List roles')
  await press(other, 'Save')
  await toast(other).getByRole('button', { name: 'Undo' }).waitFor()
  host.app.clock.advance(1_000)
  await press(page, 'Save')
  await page.getByRole('region', { name: 'Somebody has changed this meanwhile' }).getByText('+ ').first().waitFor()
  expect(await violationsOf(page)).toEqual([])
  await press(page, 'Save')
  await toast(page).getByRole('button', { name: 'Undo' }).waitFor()
  const acl = (await ask('GET', `/auth/roles/acl?roleId=${id}`)) as unknown as { features: string[] }
  expect(acl.features.sort()).toEqual(['attachments.view', 'auth.roles.list', 'auth.users.list'])
  // The button keeps the focus, though there is nothing more to save.
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Save')
})

test('a record that others have changed is not deleted unseen', { timeout: 60_000 }, async () => {
  await using visited = await visit('/me')
  const { page, ask } = visited
  const { id } = await ask('POST', '/catalog/products', { title: 'Old sofa' })
  await page.goto(`${host.url}/backend/catalog/products?open=${id}`)
  await press(dialog(page), 'Delete')
  await dialog(page).getByText('The record is deleted.').waitFor()
  host.app.clock.advance(1_000)
  await ask('PUT', '/catalog/products', { id, title: 'Sold sofa' })
  await press(dialog(page), 'Delete')
  const again = page.getByRole('dialog', { name: 'Somebody has changed this meanwhile' })
  await again.getByRole('row', { name: /^Title.*Old sofa.*Sold sofa$/ }).waitFor()
  expect(await violationsOf(page)).toEqual([])
  await press(again, 'Cancel')
  expect((await ask('GET', `/catalog/products?id=${id}`)).items.length).toBe(1)
})

test('several records are deleted at once, and come back at once', { timeout: 60_000 }, async () => {
  await using visited = await visit('/me')
  const { page, ask } = visited
  for (const name of ['Left', 'Right']) await ask('POST', '/catalog/categories', { name })
  const count = async () => (await ask('GET', '/catalog/categories')).items.length
  await page.goto(`${host.url}/backend/catalog/categories`)
  for (const name of ['Left', 'Right']) await page.getByRole('row', { name }).getByRole('checkbox').check()
  await press(page.getByRole('region', { name: 'Selection' }), 'Delete')
  await press(dialog(page), 'Delete')
  await toast(page).getByText('Delete 2 records').waitFor()
  expect(await count()).toBe(0)
  await toast(page).getByRole('button', { name: 'Undo' }).click()
  await toast(page).getByText('Undone: Delete 2 records').waitFor()
  expect(await count()).toBe(2)
})

test('clicks on lists and files keep what others have changed', { timeout: 60_000 }, async () => {
  await using visited = await visit('/me')
  const { page, context } = visited
  const ask = visited.ask as unknown as Ask
  const multipart = {
    entityId: 'attachments:library',
    recordId: 'library',
    file: { name: 'tags.txt', mimeType: 'text/plain', buffer: Buffer.from('Tags.') },
  }
  await context.request.post(`${host.url}/api/attachments`, { multipart })
  const file = await one(ask, '/attachments/library?search=tags.txt')
  const path = `/attachments/library/${String(file['id'])}`
  await page.goto(`${host.url}/backend/attachments`)
  await page.getByRole('button', { name: /^tags\.txt/ }).click()
  await dialog(page).getByLabel('Add a tag').fill('mine')
  host.app.clock.advance(1_000)
  await ask('PATCH', path, { tags: ['theirs'] })
  host.app.clock.advance(1_000)
  await page.keyboard.press('Enter')
  await dialog(page).getByRole('button', { name: 'Remove: theirs' }).waitFor()
  const { item } = await ask<{ item: { tags: string[] } }>('GET', path)
  expect(item.tags.toSorted()).toEqual(['mine', 'theirs'])
  const id = await idOf(
    ask('POST', '/business_rules/rules', {
      ruleId: 'TOGGLE',
      ruleName: 'Toggle',
      ruleType: 'GUARD',
      entityType: 'catalog:product',
      eventType: 'beforeUpdate',
      conditionExpression: { field: 'title', operator: '!=', value: 'Forbidden' },
      enabled: false,
    }),
  )
  await page.goto(`${host.url}/backend/business_rules/rules`)
  await page.getByRole('switch', { name: 'Toggle' }).waitFor()
  host.app.clock.advance(1_000)
  await ask('PUT', '/business_rules/rules', { id, priority: 3 })
  host.app.clock.advance(1_000)
  await page.getByRole('switch', { name: 'Toggle' }).click()
  await toast(page).getByRole('button', { name: 'Undo' }).waitFor()
  expect(pick(await ask('GET', `/business_rules/rules/${id}`), 'enabled', 'priority')).toEqual([true, 3])
  await ask('DELETE', `/business_rules/rules?id=${id}`)
})

test('what was typed into a drawer survives slips of the hand, a reload and the end of the session', async () => {
  await using visited = await visit('/catalog/products')
  const { page, context, ask } = visited
  const title = dialog(page).getByLabel('Title', { exact: true })
  const asked = page.getByRole('dialog', { name: 'Discard your changes?' })
  await page.getByRole('button', { name: 'New' }).first().focus()
  await page.keyboard.press('Enter')
  // The drawer begins at its first field, and gives the focus back.
  const focused = () => page.evaluate(() => document.activeElement?.tagName)
  await expect.poll(focused).toBe('INPUT')
  await page.keyboard.press('Escape')
  await expect.poll(() => dialog(page).count()).toBe(0)
  expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('New')
  await page.keyboard.press('Enter')
  await title.fill('Typed with care')
  for (const slip of [
    () => page.keyboard.press('Escape'),
    () => page.mouse.click(20, 400),
    () => page.goBack(),
    () => press(dialog(page), 'Cancel'),
  ]) {
    await slip()
    await asked.waitFor()
    await press(asked, 'Keep editing')
    expect(await title.inputValue()).toBe('Typed with care')
  }
  await page.reload()
  await dialog(page).getByText('What you had not saved is back.').waitFor()
  expect(await title.inputValue()).toBe('Typed with care')
  expect(await violationsOf(page)).toEqual([])
  await page.waitForLoadState('networkidle')
  await context.clearCookies()
  await press(dialog(page), 'Create')
  const ended = page.getByRole('dialog', { name: 'Your session has ended' })
  await ended.getByLabel('Current password').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Typed with care' }).waitFor()
  expect((await ask('GET', '/catalog/products?search=Typed')).items.length).toBe(1)
  // Nothing is kept of what was sent, and nothing of what is thrown away.
  await page.getByRole('button', { name: 'New' }).first().click()
  expect(await title.inputValue()).toBe('')
  await title.fill('Rubbish')
  await page.keyboard.press('Escape')
  await press(asked, 'Discard')
  await expect.poll(() => dialog(page).count()).toBe(0)
  expect(await page.evaluate(() => Object.keys(sessionStorage).filter((name) => name.includes('draft')))).toEqual([])
}, 60_000)

test(
  'what was typed into a page survives links and "Back", and secrets are not kept',
  { timeout: 60_000 },
  async () => {
    await using visited = await visit('/business_rules/rules')
    const { page } = visited
    const asked = page.getByRole('dialog', { name: 'Discard your changes?' })
    await page.getByRole('link', { name: 'New rule' }).first().click()
    const name = page.getByRole('main').getByLabel('Name', { exact: true })
    await name.fill('Half a rule')
    const menu = page.getByRole('navigation', { name: 'Main navigation' })
    await menu.getByRole('link', { name: 'Roles', exact: true }).click()
    await press(asked, 'Keep editing')
    await page.goBack()
    await press(asked, 'Keep editing')
    expect(new URL(page.url()).pathname).toBe('/backend/business_rules/rules/new')
    expect(await name.inputValue()).toBe('Half a rule')
    await page.reload()
    expect(await name.inputValue()).toBe('Half a rule')
    await page.goBack()
    await press(asked, 'Discard')
    await heading(page, 'Rules')
    await page.goto(`${host.url}/backend/users?new=1`)
    await dialog(page).getByLabel('E-mail', { exact: true }).fill('new@acme.com')
    await dialog(page)
      .getByRole('switch', { name: /e-mail/ })
      .uncheck()
    await dialog(page).getByLabel('Password').fill('Not-To-Be-Kept-1')
    const kept = await page.evaluate(() => JSON.stringify(sessionStorage))
    expect(kept).toContain('new@acme.com')
    expect(kept).not.toContain('Not-To-Be-Kept')
  },
)

test('a secret that is shown once is not closed by a slip of the hand', { timeout: 60_000 }, async () => {
  await using visited = await visit('/api-keys?new=1')
  const { page } = visited
  await dialog(page).getByLabel('Name', { exact: true }).fill('Deploy')
  await press(dialog(page), 'Create')
  const shown = page.getByRole('dialog', { name: 'Your new key' })
  await shown.getByRole('textbox').waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.mouse.click(5, 5)
  await shown.getByRole('alert').waitFor()
  expect(await violationsOf(page)).toEqual([])
  await press(shown, 'Done')
  await expect.poll(() => shown.count()).toBe(0)
})

test('the page recovers by itself when the connection returns', { timeout: 60_000 }, async () => {
  await using visited = await visit('/roles')
  const { page, context, ask } = visited
  await page.getByRole('link', { name: 'employee' }).waitFor()
  await context.setOffline(true)
  await page.getByRole('searchbox', { name: 'Search' }).fill('Back online')
  const banner = page.getByText('The server cannot be reached.').first()
  await banner.waitFor()
  await ask('POST', '/auth/roles', { name: 'Back online' })
  await context.setOffline(false)
  await page.getByRole('link', { name: 'Back online' }).waitFor()
  expect(await banner.count()).toBe(0)
})

test('the audit trail shows the whole day, and an entry by its address', { timeout: 60_000 }, async () => {
  await using visited = await visit('/me', { timezoneId: 'Pacific/Auckland' })
  const { page, ask } = visited
  await ask('POST', '/auth/roles', { name: 'Of today' })
  const { items } = (await ask('GET', '/audit_logs/audit-logs/actions?limit=1')) as unknown as {
    items: readonly { id: string; createdAt: string }[]
  }
  const { id, createdAt } = items[0]!
  const today = new Intl.DateTimeFormat('sv', { timeZone: 'Pacific/Auckland' }).format(new Date(createdAt))
  await page.goto(`${host.url}/backend/audit-logs?after=${today}&before=${today}`)
  await page.locator('.table').getByRole('row').nth(1).waitFor()
  await page.goto(`${host.url}/backend/audit-logs?before=2020-01-01&entry=${id}`)
  await dialog(page)
    .getByRole('row', { name: /Of today/ })
    .waitFor()
})

test('every write to a record says which version it has seen', async () => {
  await using visited = await visit('/me')
  const document = (await visited.ask('GET', '/openapi.json')) as unknown as {
    paths: Record<string, Record<string, { parameters?: { name: string }[] }>>
  }
  const versioned = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { parameters = [] }]) => parameters.some(({ name }) => name === VERSION))
      .map(([method]) => ({
        method: method.toUpperCase(),
        path: new RegExp(`^/api${path.replace(/\{\w+\}/g, '[^/]+')}$`),
      })),
  )
  const isVersioned = (write: { method: string; path: string }) =>
    versioned.some(({ method, path }) => method === write.method && path.test(write.path.split('?')[0]!))
  const writes = host.writes.filter(isVersioned)
  expect(writes.length).toBeGreaterThan(2 * some.length)
  // Whoever deletes several records sends their versions in the body.
  const isOfMany = ({ method, path }: { method: string; path: string }) => method === 'DELETE' && !path.includes('?')
  expect(writes.filter((write) => !write.version && !isOfMany(write))).toEqual([])
})

test(
  'what was typed into restrictions comes back with the field, operator, switch or kind',
  { timeout: 60_000 },
  async () => {
    await using visited = await visit('/')
    const { page, ask } = visited
    const { id } = await ask('POST', '/auth/roles', { name: 'Clerk' })
    await page.goto(`${host.url}/backend/roles/${id}?tab=policies`)
    const records = page.getByRole('form', { name: 'Records' })
    const fields = page.getByRole('form', { name: 'Fields' })
    for (const form of [records, fields]) {
      await form.getByLabel('Kind of record').selectOption('catalog.product')
      await form.getByRole('button', { name: 'Add', exact: true }).click()
    }
    const seen = records.getByRole('group', { name: 'May see' })
    const [field, operator] = [seen.getByLabel('Field', { exact: true }), seen.getByLabel('Comparison')]
    const value = seen.getByRole('textbox', { name: 'Value' })
    await seen.getByRole('button', { name: 'Restrict' }).click()
    await field.selectOption('title')
    await value.fill('oak')
    await operator.selectOption('IS_EMPTY')
    await operator.selectOption('!=')
    expect(await value.inputValue()).toBe('oak')
    await field.selectOption('isActive')
    await field.selectOption('title')
    expect(await value.inputValue()).toBe('oak')
    await seen.getByRole('button', { name: 'Compare with another field' }).click()
    await seen.getByRole('button', { name: 'Compare with a value' }).click()
    expect(await value.inputValue()).toBe('oak')
    await seen.getByRole('button', { name: 'Remove restriction' }).click()
    await seen.getByText('Everything').waitFor()
    await seen.getByRole('button', { name: 'Restrict' }).click()
    expect(await value.inputValue()).toBe('oak')
    const remove = records.getByRole('button', { name: 'Remove the restrictions of Product' })
    await remove.click()
    await records.getByLabel('Kind of record').selectOption('catalog.product')
    await records.getByRole('button', { name: 'Add', exact: true }).click()
    expect(await value.inputValue()).toBe('oak')
    // Another form of the page is saved: a kind that has no restriction yet stays.
    await records.getByRole('button', { name: 'Save' }).click()
    await toast(page).getByRole('button', { name: 'Undo' }).first().waitFor()
    const only = fields.getByRole('switch', { name: 'Only some fields may be read' })
    await only.check()
    const sku = fields.getByRole('checkbox', { name: 'sku: Read' })
    await sku.uncheck()
    await only.uncheck()
    await only.check()
    expect(await sku.isChecked()).toBe(false)
  },
)

test('what is typed before the next frame stays', { timeout: 60_000 }, async () => {
  await using visited = await visit('/teams')
  const { page } = visited
  await page.getByRole('button', { name: 'New' }).first().waitFor()
  await page.evaluate(async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const observer = new MutationObserver(() => {
      const input = document.querySelector<HTMLInputElement>('dialog input, [role=dialog] input')
      if (!input) return
      observer.disconnect()
      input.value = 'Typed at once'
      input.dispatchEvent(new Event('input', { bubbles: true }))
      resolve()
    })
    observer.observe(document.body, { childList: true, subtree: true })
    ;[...document.querySelectorAll('button')].find((button) => button.textContent?.includes('New'))!.click()
    await promise
    await new Promise((done) => setTimeout(done, 200))
  })
  expect(await page.getByRole('dialog').getByLabel('Name').inputValue()).toBe('Typed at once')
})
