import { exactly, says, uuid } from '../_frame/statement.ts'
import { group } from '../_frame/group.ts'
import { bodyFrom, idFrom } from '../_frame/visitor.ts'
import { addOrganizations } from './add-organizations.ts'
import { nobody } from './known.ts'

const PATH = '/directory/organizations'

export const organizations = group(
  'Organizations',
  { scenario: addOrganizations },
  {
    'POST /directory/organizations': ({
      admin,
      superadmin,
      manager,
      organizationId,
      branch,
      shop,
      tenantId,
      other,
    }) => {
      const create = (body: object | string, who = admin) => who.post(PATH, body)
      const made = create({ name: 'Made', parentId: organizationId })
      const slugOf = (name: string) => admin.get(`${PATH}?view=manage&search=${encodeURIComponent(name)}`)
      return [
        says('201 with the id', made, 201, exactly({ id: uuid })),
        says('with undo metadata', made, 201, undefined, { 'x-om-operation': /directory\.organizations\.create/ }),
        says('the slug of its name', slugOf('Made'), 200, { items: [{ slug: 'made' }] }),
        says('a second of the name', create({ name: 'Made twice', slug: 'made-twice' }), 201),
        says('a slug that is taken', create({ name: 'Other', slug: 'made' }), 400, {
          error: 'Slug already in use',
          fieldErrors: { slug: 'Slug already in use' },
        }),
        says('a slug is lower case and trimmed', create({ name: 'Trimmed', slug: ' TRIMMED_1-x ' }), 201),
        says('as it is shown', slugOf('Trimmed'), 200, { items: [{ slug: 'trimmed_1-x' }] }),
        says('a name twice', create({ name: 'Same' }), 201),
        says('gets a number', create({ name: 'Same' }), 201),
        says('in its slug', slugOf('Same'), 200, { items: [{ slug: /^same(-1)?$/ }, { slug: /^same(-1)?$/ }] }),
        says('null is the slug of the name', create({ name: 'Nulled', slug: null }), 201),
        ...[undefined, '', ' ', 1, null, 'x'.repeat(201), 'a\nb'].map((name) =>
          says(`the name ${JSON.stringify(name)?.slice(0, 10)}`, create({ name }), 400, {
            error: 'Invalid input',
            details: [{ path: ['name'] }],
          }),
        ),
        says('a name of 200', create({ name: 'x'.repeat(200) }), 201),
        ...['a b', 'ä', 'a/b', 'x'.repeat(151), ''].map((slug) =>
          says(`the slug "${slug.slice(0, 10)}"`, create({ name: 'Slug', slug }), 400, { error: 'Invalid input' }),
        ),
        says('an unknown parent', create({ name: 'X', parentId: nobody }), 400, 'Parent not found'),
        says('a malformed parent', create({ name: 'X', parentId: 'x' }), 400, { error: 'Invalid input' }),
        says('another tenant’s parent', create({ name: 'X', parentId: other.organizationId }), 400, 'Parent not found'),
        says(
          'a child that is the parent',
          create({ name: 'X', parentId: branch, childIds: [branch] }),
          400,
          'Child cannot equal parent',
        ),
        says('an unknown child', create({ name: 'X', childIds: [nobody] }), 400, 'Invalid child assignment'),
        says(
          'a child above the parent',
          create({ name: 'X', parentId: shop, childIds: [organizationId] }),
          400,
          'Invalid child assignment',
        ),
        says('one’s own tenant', create({ name: 'Own tenant', tenantId }), 201),
        says(
          'another tenant',
          create({ name: 'X', tenantId: other.tenantId }),
          403,
          'Not authorized to target this tenant.',
        ),
        says('another tenant of a super admin', create({ name: 'There', tenantId: other.tenantId }, superadmin), 201),
        says('which has it', other.admin.get(`${PATH}?view=manage&search=There`), 200, { total: 1 }),
        says('the top of whoever is confined', create({ name: 'X' }, manager), 403),
        says('below their own', create({ name: 'Below', parentId: branch }, manager), 201),
        says('unknown custom fields are refused', create({ name: 'Fields', cf_a: 1, customFields: { b: 2 } }), 400),
      ]
    },

    'PUT /directory/organizations': ({ admin, superadmin, organizationId, branch, shop, closed, other, tenantId }) => {
      const put = (body: object | string, who = admin) => who.put(PATH, body)
      const row = (id: string) => admin.get(`${PATH}?ids=${id}`)
      const renamed = put({ id: shop, name: 'Store' })
      return [
        says('200', renamed, 200, exactly({ ok: true })),
        says('with undo metadata', renamed, 200, undefined, { 'x-om-operation': /directory\.organizations\.update/ }),
        says('what is absent stays: its place too', row(shop), 200, {
          items: [{ name: 'Store', parentId: branch, isActive: true }],
        }),
        says('and its children', row(branch), 200, { items: [{ id: branch }] }),
        says('nothing to change', put({ id: shop }), 200, exactly({ ok: true })),
        says('to the top', put({ id: shop, parentId: null }), 200, exactly({ ok: true })),
        says('is there', row(shop), 200, { items: [{ parentId: null, depth: 0 }] }),
        says('and back', put({ id: shop, parentId: branch }), 200, exactly({ ok: true })),
        says('an inactive one', put({ id: closed, isActive: true }), 200, exactly({ ok: true })),
        says('is active', row(closed), 200, { items: [{ isActive: true }] }),
        ...[{}, { name: 'x' }, { id: 'x' }, { id: null }, { id: '' }].map((body) =>
          says(`${JSON.stringify(body)} has no id`, put(body), 400, { error: 'Invalid id' }),
        ),
        says('an unknown one', put({ id: nobody, name: 'X' }), 404, 'Not found'),
        says('another tenant’s', put({ id: other.organizationId, name: 'X' }), 404, 'Not found'),
        says('itself as parent', put({ id: shop, parentId: shop }), 400, 'Organization cannot be its own parent'),
        says('an unknown parent', put({ id: shop, parentId: nobody }), 400, 'Parent not found'),
        says(
          'a descendant as parent',
          put({ id: organizationId, parentId: shop }),
          400,
          'Cannot assign descendant as parent',
        ),
        says(
          'the parent as child',
          put({ id: shop, parentId: branch, childIds: [branch] }),
          400,
          'Child cannot equal parent',
        ),
        says(
          'an ancestor as child',
          put({ id: shop, childIds: [organizationId] }),
          400,
          'Cannot assign ancestor as child',
        ),
        says('itself as child', put({ id: shop, childIds: [shop] }), 400, 'Invalid child assignment'),
        says('an unknown child', put({ id: shop, childIds: [nobody] }), 400, 'Invalid child assignment'),
        says('children', put({ id: closed, childIds: [shop] }), 200, exactly({ ok: true })),
        says('join', row(shop), 200, { items: [{ parentId: closed }] }),
        says('no children', put({ id: closed, childIds: [] }), 200, exactly({ ok: true })),
        says('leave for the top', row(shop), 200, { items: [{ parentId: null }] }),
        says('an empty name', put({ id: shop, name: '' }), 400, { error: 'Invalid input' }),
        says('a slug that is taken', put({ id: shop, slug: 'branch' }), 400, {
          fieldErrors: { slug: 'Slug already in use' },
        }),
        says('one’s own tenant', put({ id: shop, tenantId }), 200),
        says(
          'another tenant',
          put({ id: shop, tenantId: other.tenantId }),
          403,
          'Not authorized to target this tenant.',
        ),
        says(
          'a super admin works in another tenant',
          put({ id: other.organizationId, tenantId: other.tenantId, name: 'Beta 2' }, superadmin),
          200,
          exactly({ ok: true }),
        ),
      ]
    },

    'DELETE /directory/organizations': async ({ admin, organizationId, branch, shop, other }) => {
      await bodyFrom(admin.put(PATH, { id: shop, parentId: branch }))
      const byBody = await idFrom(admin.post(PATH, { name: 'By body' }))
      const del = (query: string, body?: object) => admin.del(`${PATH}${query}`, body)
      const gone = del(`?id=${branch}&confirm=true`)
      return [
        says('with people in it, without a confirmation', del(`?id=${branch}`), 400, { confinedAccounts: 1 }),
        says('200', gone, 200, exactly({ ok: true })),
        says('with undo metadata', gone, 200, undefined, { 'x-om-operation': /directory\.organizations\.delete/ }),
        says('it is not listed', admin.get(`${PATH}?ids=${branch}`), 200, exactly({ items: [] })),
        says('its children are its parent’s', admin.get(`${PATH}?ids=${shop}`), 200, {
          items: [{ parentId: organizationId }],
        }),
        says('by body', del('', { id: byBody }), 200, exactly({ ok: true })),
        says('no id', del(''), 400, { error: 'Organization id required' }),
        says('a malformed id', del('?id=x'), 400),
        says('an unknown id', del(`?id=${nobody}`), 404, 'Not found'),
        says('again', del(`?id=${branch}`), 404, 'Not found'),
        says('another tenant’s', del(`?id=${other.organizationId}`), 404, 'Not found'),
      ]
    },
  },
)
