import { z } from 'zod'
import { group } from '../_frame/group.ts'
import { exactly, says, type Statement, time, uuid, without } from '../_frame/statement.ts'
import { addTenant } from '../_frame/tenants.ts'
import { bodyFrom, idFrom, known, type Visitor } from '../_frame/visitor.ts'
import { unknown } from './_words.ts'

const ACCESS = '/audit_logs/audit-logs/access'

const ENTRY = {
  id: uuid,
  resourceKind: 'auth.role',
  resourceId: uuid,
  accessType: 'read:list',
  actorUserId: uuid,
  ownerUserId: null,
  actorUserName: 'Admin',
  tenantId: uuid,
  tenantName: /^Acme Corp/,
  organizationId: uuid,
  organizationName: 'Acme Corp',
  createdAt: time,
}

const ROLE_MEMBERS = z
  .array(z.string())
  .refine((names) => ['id', 'name', 'usersCount'].every((name) => names.includes(name)))

/** The newest read that a filter by kind finds. */
const noted = (admin: Visitor, filter: string, pattern: object): Statement =>
  says(`notes reads of ${filter}`, admin.get(`${ACCESS}?resourceKind=${filter}&pageSize=1`), 200, {
    items: [pattern as never],
  })

export const accessLog = group(
  'The access log',
  {
    async scenario(host) {
      const { app, signIn } = host
      app.clock.set(new Date('2030-01-01T10:00:00Z'))
      const [admin, employee] = [await signIn('admin@acme.com'), await signIn('employee@acme.com')]
      const other = await addTenant(host, 'Access')
      await bodyFrom(admin.get('/auth/roles?page=1&search='))
      app.clock.advance(60_000)
      const users = await bodyFrom(admin.get('/auth/users'))
      await bodyFrom(other.admin.get('/auth/roles'))
      const userId = users.items.find(({ email }: { email: string }) => email === 'admin@acme.com').id
      const productId = await idFrom(admin.post('/catalog/products', { title: 'Lamp' }))
      const categoryId = await idFrom(admin.post('/catalog/categories', { name: 'Lights' }))
      const variantId = await idFrom(admin.post('/catalog/variants', { productId, name: 'Small' }))
      const priceId = await idFrom(admin.post('/catalog/prices', { productId, currencyCode: 'EUR', unitPrice: 1 }))
      const key = await bodyFrom(admin.post('/api_keys/keys', { name: 'Reader', roles: ['admin'] }))
      await app.settled()
      const { body } = await employee.get(ACCESS).answer()
      return {
        admin,
        employee,
        userId: String(userId),
        productId,
        categoryId,
        variantId,
        priceId,
        key,
        other,
        employeeSaw: body,
      }
    },
  },
  {
    Entries: ({ admin }) => [
      says('one for every record that was told', admin.get(`${ACCESS}?resourceKind=auth.role`), 200, {
        total: 2,
        items: [ENTRY, ENTRY],
      }),
      says('with the members that records had', admin.get(`${ACCESS}?resourceKind=auth.role&pageSize=1`), 200, {
        items: [{ fields: ROLE_MEMBERS }],
      }),
      says('with what was asked', admin.get(`${ACCESS}?resourceKind=auth.role&pageSize=1`), 200, {
        items: [
          {
            context: {
              resultCount: 2,
              accessType: 'read:list',
              queryKeys: [/^(page|search)$/, /^(page|search)$/],
              path: '/api/auth/roles',
            },
          },
        ],
      }),
      says('is a page with these members', admin.get(`${ACCESS}?pageSize=1`), 200, {
        canViewTenant: true,
        page: 1,
        pageSize: 1,
      }),
      says(
        'and no others',
        admin.get(`${ACCESS}?resourceKind=none`),
        200,
        exactly({ items: [], canViewTenant: true, page: 1, pageSize: 50, total: 0, totalPages: 1 }),
      ),
    ],
    'What is noted': async ({ admin, productId, categoryId, variantId, priceId, userId, app }) => {
      for (const path of ['products', 'categories', 'variants', 'prices']) await bodyFrom(admin.get(`/catalog/${path}`))
      const { items } = await bodyFrom(admin.get('/auth/roles'))
      await bodyFrom(admin.get(`/auth/users/acl?userId=${userId}`))
      await bodyFrom(admin.get(`/auth/roles/acl?roleId=${items[0].id}`))
      await bodyFrom(admin.get('/directory/organizations'))
      await bodyFrom(admin.get('/directory/organization-switcher'))
      await app.settled()
      const rows = [
        noted(admin, 'catalog.product&accessType=read', {
          resourceId: productId,
          accessType: 'read',
          context: { path: '/api/catalog/products', resultCount: 1 },
        }),
        noted(admin, 'catalog.category', { resourceId: categoryId }),
        noted(admin, 'catalog.variant', { resourceId: variantId }),
        noted(admin, 'catalog.price', { resourceId: priceId }),
        noted(admin, 'auth.user', { accessType: 'read:list' }),
        noted(admin, 'auth.user_acl', { resourceId: userId, accessType: 'read' }),
        noted(admin, 'auth.role_acl', { resourceId: items[0].id, accessType: 'read' }),
        noted(admin, 'directory.organization', {}),
        noted(admin, 'directory.organization_switcher', {}),
      ]
      await bodyFrom(admin.get(`/catalog/products?id=${productId}`))
      await bodyFrom(admin.get('/business_rules/rules'))
      await bodyFrom(admin.get('/api_keys/keys'))
      await bodyFrom(admin.get('/dashboards/layout'))
      await app.settled()
      return [
        ...rows,
        says('a read by id is one of an item', admin.get(`${ACCESS}?accessType=read:item`), 200, {
          items: [{ resourceId: productId, context: { queryKeys: ['id'] } }],
        }),
        ...['business_rules.rule', 'api_keys.key', 'dashboards.layout', 'audit_logs.access'].map((kind) =>
          says(`notes no reads of ${kind}`, admin.get(`${ACCESS}?resourceKind=${kind}`), 200, { total: 0 }),
        ),
        says('a list of nothing is no read', admin.get('/catalog/products?search=zzzzzz'), 200, { total: 0 }),
        says('and is not noted', admin.get(`${ACCESS}?resourceKind=catalog.product`), 200, { total: 2 }),
      ]
    },
    Filters: ({ admin, userId }) => {
      const counts = (query: string, total: number) =>
        says(`${query} finds ${total}`, admin.get(`${ACCESS}?resourceKind=auth.role&${query}`), 200, { total })
      return [
        ...[
          '2030-01-01T10:00:30Z',
          '2030-01-01T10:00:30',
          '2030-01-01T10:01',
          '2030-01-01T11:00:30%2B01:00',
          '2030-01-01T10:00:00.001Z',
        ].map((moment) => counts(`before=${moment}`, 2)),
        ...[
          '2030-01-01T10:00:00Z',
          '2030-01-01T10:00',
          '2030-01-01',
          '2030-01',
          '2030',
          '2030-01-01T11:00%2B01:00',
        ].map((moment) => counts(`before=${moment}&accessType=read:list`, 0)),
        ...['2030-01-02', '2030-02', '2031'].map((moment) => counts(`before=${moment}`, 4)),
        counts('after=2030-01-01T10:00:00Z&before=2030-01-01T10:00:30Z', 0),
        counts('after=2030-01-01T09:59:59Z&before=2030-01-01T10:00:30Z', 2),
        counts('after=2100', 0),
        counts('before=', 4),
        counts('accessType=read:item', 0),
        counts('accessType=', 4),
        counts(`actorUserId=${userId}`, 4),
        counts(`actorUserId=${unknown}`, 0),
        counts('actorUserId=', 4),
        ...[
          'actorUserId=x',
          'organizationId=x',
          'before=x',
          'after=yesterday',
          'before=2030-13-01',
          'after=2030-01-01T25:00',
          'actorUserId=api_key:x',
        ].map((query) => says(`refuses ${query}`, admin.get(`${ACCESS}?${query}`), 400, { error: 'Invalid input' })),
        says(
          'ignores an organization that nobody may choose',
          admin.get(`${ACCESS}?resourceKind=auth.role&organizationId=`),
          200,
          { total: 4 },
        ),
      ]
    },
    Pages: ({ admin }) => {
      const sized = (query: string, members: object) =>
        says(
          `${query || 'nothing'} asked for`,
          admin.get(`${ACCESS}?resourceKind=auth.role&${query}`),
          200,
          members as never,
        )
      return [
        sized('', { page: 1, pageSize: 50 }),
        sized('page=0', { page: 1 }),
        sized('page=-7', { page: 1 }),
        sized('page=x', { page: 1 }),
        sized('page=1.9', { page: 1 }),
        sized('page=99999999', { page: 1_000_000, items: [] }),
        sized('pageSize=0', { pageSize: 1 }),
        sized('pageSize=201', { pageSize: 200 }),
        sized('pageSize=x', { pageSize: 50 }),
        sized('pageSize=2.9', { pageSize: 2 }),
        sized('pageSize=', { pageSize: 50 }),
        sized('limit=2', { pageSize: 2, totalPages: 2 }),
        sized('limit=2&pageSize=3', { pageSize: 3, totalPages: 2 }),
        sized('limit=500', { pageSize: 200 }),
        sized('page=2&pageSize=3', { page: 2, items: [{}], total: 4 }),
      ]
    },
    'Who sees what': async ({ admin, employee, employeeSaw, userId, key, other, visitor, anonymous, app }) => {
      const program = visitor({ 'x-api-key': key.secret })
      await bodyFrom(program.get('/auth/roles'))
      await app.settled()
      const mine = `resourceKind=auth.role&actorUserId=api_key:${key.id}`
      return [
        says('an administrator may look at others', employee.get(ACCESS), 200, { canViewTenant: false }),
        says(
          'an employee sees only themselves, whomever they name',
          employee.get(`${ACCESS}?actorUserId=${userId}`),
          200,
          { total: 0 },
        ),
        says('and saw nothing at first', known('what an employee saw at first', employeeSaw), 200, {
          items: [],
          total: 0,
          canViewTenant: false,
        }),
        says('nobody sees another tenant', other.admin.get(`${ACCESS}?resourceKind=auth.role`), 200, { total: 2 }),
        says('what a key reads is filed under the key', admin.get(`${ACCESS}?${mine}`), 200, {
          total: 2,
          items: [1, 2].map(() => ({ actorUserId: `api_key:${key.id}`, ownerUserId: userId })),
        }),
        says('a key sees its own', program.get(`${ACCESS}?resourceKind=auth.role`), 200, { total: 2 }),
        says('needs a login', anonymous.get(ACCESS), 401, 'Unauthorized'),
        says('tells no more than it says', admin.get(`${ACCESS}?pageSize=1`), 200, {
          items: [without('keyId', 'actorId', 'key_id')],
        }),
      ]
    },
  },
)
