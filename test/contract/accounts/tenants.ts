import { exactly, says, time, uuid } from '../_frame/statement.ts'
import { group } from '../_frame/group.ts'
import { addTenant } from '../_frame/tenants.ts'
import { bodyFrom, idFrom } from '../_frame/visitor.ts'
import { nobody } from './known.ts'

export const tenants = group(
  'Tenants',
  {
    async scenario(host) {
      const other = await addTenant(host, 'Beta')
      const roleId = await idFrom(
        host.superadmin.post('/auth/roles', { name: 'Tenant viewer', tenantId: host.tenantId }),
      )
      await bodyFrom(
        host.superadmin.put('/auth/roles/acl', {
          roleId,
          features: ['directory.tenants.view', 'directory.tenants.manage'],
        }),
      )
      await bodyFrom(
        host.superadmin.post('/auth/users', {
          email: 'viewer@acme.com',
          password: 'Secret-123',
          organizationId: host.organizationId,
          roles: ['Tenant viewer'],
        }),
      )
      return { other, viewer: await host.signIn('viewer@acme.com') }
    },
  },
  {
    'GET /directory/tenants': ({ superadmin, viewer, admin, tenantId, other }) => {
      const list = (query: string, who = superadmin) => who.get(`/directory/tenants${query}`)
      return [
        says(
          'by name',
          list(''),
          200,
          exactly({
            items: [
              { id: tenantId, name: 'Acme Corp Tenant', isActive: true, createdAt: time, updatedAt: time },
              { id: other.tenantId, name: 'Beta', isActive: true, createdAt: time, updatedAt: time },
            ],
            total: 2,
            page: 1,
            pageSize: 50,
            totalPages: 1,
          }),
        ),
        says('downwards', list('?sortDir=desc'), 200, { items: [{ name: 'Beta' }, { name: 'Acme Corp Tenant' }] }),
        ...['name', 'createdAt', 'updatedAt'].map((field) =>
          says(`sorted by ${field}`, list(`?sortField=${field}`), 200, { total: 2 }),
        ),
        says('search', list('?search=bet'), 200, { items: [{ name: 'Beta' }], total: 1 }),
        says('an id', list(`?id=${other.tenantId}`), 200, { items: [{ name: 'Beta' }], total: 1 }),
        says('active ones', list('?isActive=true'), 200, { total: 2 }),
        says('inactive ones', list('?isActive=false'), 200, { items: [], total: 0, totalPages: 0 }),
        says('a page', list('?pageSize=1&page=2'), 200, { items: [{ name: 'Beta' }], total: 2, totalPages: 2 }),
        ...['?id=x', '?page=0', '?pageSize=101', '?sortField=x', '?sortDir=x', '?isActive=1'].map((query) =>
          says(`${query} is invalid`, list(query), 400, {
            error: 'Invalid query parameters',
            details: { formErrors: [], fieldErrors: {} },
          }),
        ),
        says('others see their own', list('', viewer), 200, { items: [{ id: tenantId }], total: 1 }),
        says(
          'without the feature',
          list('', admin),
          403,
          exactly({ error: 'Forbidden', requiredFeatures: ['directory.tenants.view'] }),
        ),
      ]
    },

    'POST, PUT and DELETE /directory/tenants': async ({ superadmin, viewer, admin, tenantId, other }) => {
      const made = superadmin.post('/directory/tenants', { name: 'Made' })
      const id = await idFrom(superadmin.post('/directory/tenants', { name: 'Changing' }))
      const put = (body: object, who = superadmin) => who.put('/directory/tenants', body)
      const del = (query: string, who = superadmin) => who.del(`/directory/tenants${query}`)
      return [
        says('201 with the id, without undo metadata', made, 201, exactly({ id: uuid }), { 'x-om-operation': null }),
        says('it is active', superadmin.get('/directory/tenants?search=Made'), 200, { items: [{ isActive: true }] }),
        says('an inactive one', superadmin.post('/directory/tenants', { name: 'Asleep', isActive: false }), 201),
        says('it has an organization', superadmin.get(`/directory/organizations?view=manage&tenantId=${id}`), 200, {
          items: [{ name: 'Changing', slug: 'changing', isActive: true }],
          total: 1,
        }),
        says('and the default roles', superadmin.get(`/auth/roles?tenantId=${id}`), 200, {
          items: [{ name: 'admin' }, { name: 'employee' }],
          total: 2,
        }),
        ...[undefined, '', ' ', 1, 'x'.repeat(201)].map((name) =>
          says(`the name ${JSON.stringify(name)?.slice(0, 8)}`, superadmin.post('/directory/tenants', { name }), 400, {
            error: 'Invalid input',
            details: [{ path: ['name'] }],
          }),
        ),
        says('others make none', viewer.post('/directory/tenants', { name: 'X' }), 403),
        says(
          'without the feature',
          admin.post('/directory/tenants', { name: 'X' }),
          403,
          exactly({ error: 'Forbidden', requiredFeatures: ['directory.tenants.manage'] }),
        ),
        says('a change', put({ id, name: 'Changed' }), 200, exactly({ ok: true }), { 'x-om-operation': null }),
        says('what is absent stays', superadmin.get(`/directory/tenants?id=${id}`), 200, {
          items: [{ name: 'Changed', isActive: true }],
        }),
        says('inactive', put({ id, isActive: false }), 200, exactly({ ok: true })),
        ...[{}, { id: 'x' }, { id: null }].map((body) =>
          says(`${JSON.stringify(body)} has no id`, put(body), 400, { error: 'Invalid id' }),
        ),
        says('an unknown one', put({ id: nobody, name: 'X' }), 404, 'Tenant not found'),
        says('another by others', put({ id: other.tenantId, name: 'X' }, viewer), 404, 'Tenant not found'),
        says(
          'their own by others',
          put({ id: tenantId, name: 'Acme Corp Tenant' }, viewer),
          200,
          exactly({ ok: true }),
        ),
        says('one’s own cannot be deactivated', put({ id: tenantId, isActive: false }), 400),
        says('a deletion', del(`?id=${id}`), 200, exactly({ ok: true }), { 'x-om-operation': null }),
        says('it is not listed', superadmin.get(`/directory/tenants?id=${id}`), 200, { total: 0 }),
        says('no id', del(''), 400, { error: 'Tenant id required' }),
        says('a malformed id', del('?id=x'), 400),
        says('an unknown id', del(`?id=${nobody}`), 404, 'Tenant not found'),
        says('again', del(`?id=${id}`), 404, 'Tenant not found'),
        says('one’s own', del(`?id=${tenantId}`), 400),
        says('others delete none', del(`?id=${other.tenantId}`, viewer), 403),
        says('the logins of a deleted tenant', del(`?id=${other.tenantId}`), 200, exactly({ ok: true })),
        says('have ended', other.admin.get('/auth/profile'), 401, 'Unauthorized'),
      ]
    },
  },
)
