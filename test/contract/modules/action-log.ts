import { z } from 'zod'
import { group } from '../_frame/group.ts'
import { exactly, says, time, uuid, without } from '../_frame/statement.ts'
import { addTenant } from '../_frame/tenants.ts'
import { bodyFrom, idFrom, known } from '../_frame/visitor.ts'
import { unknown } from './_words.ts'

const ACTIONS = '/audit_logs/audit-logs/actions'

const ENTRY = {
  id: uuid,
  commandId: 'auth.roles.update',
  actionLabel: 'Update role',
  executionState: 'done',
  actorUserId: uuid,
  ownerUserId: null,
  actorUserName: 'Admin',
  tenantId: uuid,
  tenantName: /^Acme Corp/,
  organizationId: uuid,
  organizationName: 'Acme Corp',
  resourceKind: 'auth.role',
  resourceId: uuid,
  parentResourceKind: null,
  parentResourceId: null,
  undoToken: /^\S{20,}$/,
  createdAt: '2030-01-01T10:02:00.000Z',
  updatedAt: '2030-01-01T10:02:00.000Z',
  snapshotBefore: { name: 'Clerk', createdAt: '2030-01-01T10:00:00.000Z' },
  snapshotAfter: { name: 'Scribe', updatedAt: '2030-01-01T10:02:00.000Z' },
  changes: { name: { from: 'Clerk', to: 'Scribe' } },
  context: null,
}

export const actionLog = group(
  'The action log',
  {
    async scenario(host) {
      const { app, visitor, signIn } = host
      app.clock.set(new Date('2030-01-01T09:00:00Z'))
      const [admin, employee] = [await signIn('admin@acme.com'), await signIn('employee@acme.com')]
      const other = await addTenant(host, 'Actions')
      const bulk = await Promise.all(['One', 'Two'].map((title) => idFrom(admin.post('/catalog/products', { title }))))
      app.clock.set(new Date('2030-01-01T10:00:00Z'))
      const roleId = await idFrom(admin.post('/auth/roles', { name: 'Clerk' }))
      app.clock.advance(60_000)
      await bodyFrom(admin.put('/auth/roles/acl', { roleId, features: ['auth.users.list'] }))
      app.clock.advance(60_000)
      await bodyFrom(admin.put('/auth/roles', { id: roleId, name: 'Scribe' }))
      app.clock.advance(60_000)
      const key = await bodyFrom(admin.post('/api_keys/keys', { name: 'Writer', roles: ['admin'] }))
      const program = visitor({ 'x-api-key': key.secret })
      await bodyFrom(program.put('/auth/roles', { id: roleId, name: 'Author' }))
      app.clock.advance(60_000)
      await bodyFrom(admin.post('/catalog/bulk-delete', { confirm: true, ids: bulk, scope: 'selected' }))
      await app.settled()
      await app.jobs()
      const { userId } = await bodyFrom(admin.post('/auth/feature-check', { features: [] }))
      return { admin, employee, roleId, other, key, program, bulk, userId: String(userId) }
    },
  },
  {
    Entries: ({ admin, roleId }) => {
      const of = `${ACTIONS}?resourceKind=auth.role&resourceId=${roleId}`
      return [
        says(
          'tell who did what where and what changed, with times as every answer spells them',
          admin.get(`${of}&before=2030-01-01T10:02:30Z&limit=1`),
          200,
          { items: [ENTRY] },
        ),
        says('with these members and no payload', admin.get(`${of}&before=2030-01-01T10:02:30Z&limit=1`), 200, {
          items: [without('commandPayload', 'payload', 'undoTokenHash', 'seq', 'recorded')],
        }),
        says('a creation has nothing before it', admin.get(`${of}&before=2030-01-01T10:00:30Z`), 200, {
          items: [
            { commandId: 'auth.roles.create', snapshotBefore: null, changes: null, snapshotAfter: { name: 'Clerk' } },
          ],
        }),
        says(
          'the list has these members',
          admin.get(`${ACTIONS}?resourceKind=none`),
          200,
          exactly({ items: [], canViewTenant: true }),
        ),
        says('newest first', admin.get(of), 200, {
          items: [
            { snapshotAfter: { name: 'Author' } },
            { snapshotAfter: { name: 'Scribe' } },
            { snapshotAfter: { name: 'Clerk' } },
          ],
        }),
      ]
    },
    Filters: ({ admin, roleId, userId, organizationId, key }) => {
      const role = `resourceKind=auth.role&resourceId=${roleId}`
      const finds = (query: string, ...commands: string[]) =>
        says(
          `${query.replaceAll(roleId, 'ROLE').replaceAll(userId, 'USER').replaceAll(String(key.id), 'KEY').replaceAll(organizationId, 'ORGANIZATION')} finds ${commands.join(', ') || 'nothing'}`,
          admin.get(`${ACTIONS}?${query}`),
          200,
          { items: commands.map((command) => ({ commandId: `auth.${command}` })) },
        )
      return [
        finds(role, 'roles.update', 'roles.update', 'roles.create'),
        finds(`${role}&includeRelated=false`, 'roles.update', 'roles.update', 'roles.create'),
        ...['true', '1', 'yes', 'Y', 'ON', 'enable', 'Enabled'].map((token) =>
          finds(`${role}&includeRelated=${token}`, 'roles.update', 'roles.update', 'role_acls.update', 'roles.create'),
        ),
        ...['2', 'no', 'ja', ''].map((token) =>
          finds(`${role}&includeRelated=${token}`, 'roles.update', 'roles.update', 'roles.create'),
        ),
        finds(`resourceKind=auth.role&before=2030-01-01T10:02&after=2030-01-01T09:59`, 'roles.create'),
        ...['2030-01-01T10:00:30Z', '2030-01-01T10:00:30', '2030-01-01T10:01', '2030-01-01T12:00:30%2B02:00'].map(
          (moment) => finds(`${role}&before=${moment}`, 'roles.create'),
        ),
        ...['2030-01-01', '2030-01', '2030', '2030-01-01T10:00'].map((moment) => finds(`${role}&before=${moment}`)),
        finds(`${role}&after=2030-01-01T10:02:30`, 'roles.update'),
        finds(`${role}&after=2030-01-01T10:02:00Z`, 'roles.update'),
        finds(`${role}&after=2031`),
        finds(`${role}&limit=1`, 'roles.update'),
        finds(`${role}&actionType=create`, 'roles.create'),
        finds(`${role}&actionType=edit,delete`, 'roles.update', 'roles.update'),
        finds(`${role}&actionType=assign`),
        finds(`${role}&sortDir=asc`, 'roles.create', 'roles.update', 'roles.update'),
        finds(`${role}&sortField=commandId&sortDir=asc`, 'roles.create', 'roles.update', 'roles.update'),
        finds(`${role}&page=2&pageSize=1`, 'roles.update'),
        finds(`${role}&page=3&pageSize=1`, 'roles.create'),
        says('pages are counted', admin.get(`${ACTIONS}?${role}&page=2&pageSize=2`), 200, {
          items: [{ commandId: 'auth.roles.create' }],
          page: 2,
          pageSize: 2,
          total: 3,
          totalPages: 2,
        }),
        says('and given as a file', admin.get(`${ACTIONS}?${role}&format=csv`), 200, undefined, {
          'content-disposition': 'attachment; filename="actions.csv"',
          'content-type': /^text\/csv/,
        }),
        finds(`${role}&limit=0`, 'roles.update'),
        finds(`${role}&limit=-5`, 'roles.update'),
        finds(`${role}&limit=2.9`, 'roles.update', 'roles.update'),
        finds(`${role}&limit=x`, 'roles.update', 'roles.update', 'roles.create'),
        finds(`${role}&limit=`, 'roles.update', 'roles.update', 'roles.create'),
        finds(`${role}&limit=999`, 'roles.update', 'roles.update', 'roles.create'),
        finds(`${role}&undoableOnly=true`, 'roles.update', 'roles.update', 'roles.create'),
        finds(`${role}&actorUserId=${userId}`, 'roles.update', 'roles.update', 'roles.create'),
        finds(`${role}&actorUserId=api_key:${key.id}`, 'roles.update'),
        finds(`${role}&actorUserId=${unknown}`),
        finds(`${role}&organizationId=${organizationId}`, 'roles.update', 'roles.update', 'roles.create'),
        finds(`resourceKind=auth.role&resourceId=${unknown}`),
        finds(`resourceKind=&resourceId=${roleId}`, 'roles.update', 'roles.update', 'role_acls.update', 'roles.create'),
        finds(`resourceKind=auth.role_acl&resourceId=&before=2030-01-01T10:02`, 'role_acls.update'),
        ...['actorUserId=x', 'organizationId=x', 'before=x', 'after=x', 'before=2030-02-31T'].map((query) =>
          says(`refuses ${query}`, admin.get(`${ACTIONS}?${query}`), 400, { error: 'Invalid input' }),
        ),
      ]
    },
    'Who sees what': ({ admin, employee, other, program, roleId, userId, key, anonymous }) => [
      says('an administrator sees everybody’s', admin.get(ACTIONS), 200, { canViewTenant: true }),
      says('an employee only their own, whomever they name', employee.get(`${ACTIONS}?actorUserId=${userId}`), 200, {
        items: z.array(z.looseObject({ actorUserName: z.literal('Employee') })),
        canViewTenant: false,
      }),
      says('nobody another tenant’s', other.admin.get(`${ACTIONS}?resourceId=${roleId}`), 200, { items: [] }),
      says(
        'what a key does is filed under the key, its owner beside it',
        admin.get(`${ACTIONS}?resourceId=${roleId}&limit=1`),
        200,
        { items: [{ actorUserId: `api_key:${key.id}`, ownerUserId: userId, actorUserName: 'Admin' }] },
      ),
      says('a key may ask, too', program.get(`${ACTIONS}?resourceId=${roleId}`), 200, { canViewTenant: true }),
      says('needs a login', anonymous.get(ACTIONS), 401, 'Unauthorized'),
    ],
    'What is done to many': async ({ admin, bulk, app }) => {
      const [one = '', two = ''] = bulk
      const of = (id: string, more = '') => admin.get(`${ACTIONS}?resourceKind=catalog.product&resourceId=${id}${more}`)
      const entry = {
        commandId: 'catalog.products.bulk_delete',
        resourceKind: 'catalog.product',
        resourceId: null,
        executionState: 'done',
        undoToken: /./,
      }
      const { items } = await bodyFrom(of(one))
      await bodyFrom(admin.post(`${ACTIONS}/undo`, { undoToken: items[0].undoToken }))
      await app.settled()
      return [
        says('is in the history of each, as one entry', known('the list before the undo', { items }), 200, {
          items: [
            { ...entry, snapshotBefore: { id: one, title: 'One' }, snapshotAfter: null },
            { commandId: 'catalog.products.create' },
          ],
        }),
        says('of which only their own row is shown', known('the list before the undo', { items }), 200, {
          items: [{ snapshotBefore: without('catalogProducts') }, {}],
        }),
        says('with its undo', of(two), 200, {
          items: [
            { context: { historyAction: 'undo' }, snapshotAfter: { id: two, title: 'Two' } },
            { executionState: 'undone', snapshotBefore: { id: two } },
            { commandId: 'catalog.products.create' },
          ],
        }),
        says('also among related ones', of(two, '&includeRelated=true'), 200, {
          items: [{}, { commandId: 'catalog.products.bulk_delete' }, {}],
        }),
        says('and in no other history', of(unknown), 200, { items: [] }),
        says('nor in that of what is no id', of('x'), 200, { items: [] }),
        says('times of its rows are spelled like all others', of(two, '&limit=1'), 200, {
          items: [{ snapshotAfter: { createdAt: time, updatedAt: time } }],
        }),
      ]
    },
  },
)
