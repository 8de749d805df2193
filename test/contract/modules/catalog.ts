import { group } from '../_frame/group.ts'
import { exactly, says, type Statement, time, uuid } from '../_frame/statement.ts'
import { addTenant } from '../_frame/tenants.ts'
import { bodyFrom, idFrom, known, type Visitor } from '../_frame/visitor.ts'
import { raw, show, unknown } from './_words.ts'

const PRODUCTS = '/catalog/products'
const BULK = '/catalog/bulk-delete'

const PRODUCT = {
  id: uuid,
  title: 'Alpha lamp',
  subtitle: null,
  description: null,
  sku: 'A-1',
  handle: null,
  productType: 'simple',
  primaryCurrencyCode: null,
  metadata: null,
  isActive: true,
  categoryIds: [],
  variantsCount: 0,
  tenantId: uuid,
  organizationId: uuid,
  createdAt: time,
  updatedAt: time,
}

const finds = (admin: Visitor, query: string, ...titles: readonly string[]): Statement =>
  says(
    `${query.slice(0, 60) || 'no filter'} finds ${titles.join(', ') || 'nothing'}`,
    admin.get(`${PRODUCTS}?${query}`),
    200,
    { items: titles.map((title) => ({ title })), total: titles.length },
  )

const job = (admin: Visitor, id: string) => admin.get(`/progress/jobs/${id}`)

/** Everything that the catalog promises. */
export const catalog = group(
  'Products',
  {
    async scenario(host) {
      const { admin, app } = host
      const other = await addTenant(host, 'Catalog')
      const first = await idFrom(admin.post(PRODUCTS, { title: 'Alpha lamp', sku: 'A-1' }))
      app.clock.advance(1_000)
      const second = await idFrom(
        admin.post(PRODUCTS, { title: 'beta 50% chair', sku: 'B-2', productType: 'bundle', isActive: false }),
      )
      app.clock.advance(1_000)
      const third = await idFrom(admin.post(PRODUCTS, { title: 'Gamma lamp' }))
      const foreign = await idFrom(other.admin.post(PRODUCTS, { title: 'Foreign' }))
      const { userId } = await bodyFrom(admin.post('/auth/feature-check', { features: [] }))
      const nowhere = admin.with({ cookie: 'om_selected_org=__all__' })
      return { first, second, third, foreign, other, nowhere, userId: String(userId) }
    },
  },
  {
    'A list': ({ admin, first, second, foreign }) => [
      says(
        'tells every product with these members',
        admin.get(`${PRODUCTS}?id=${first}`),
        200,
        exactly({ items: [PRODUCT], total: 1, page: 1, pageSize: 50, totalPages: 1 }),
      ),
      finds(admin, 'sortField=title', 'Alpha lamp', 'beta 50% chair', 'Gamma lamp'),
      finds(admin, 'sortField=title&sortDir=desc', 'Gamma lamp', 'beta 50% chair', 'Alpha lamp'),
      finds(admin, 'sortField=createdAt&sortDir=desc', 'Gamma lamp', 'beta 50% chair', 'Alpha lamp'),
      finds(admin, 'search=lamp&sortField=title', 'Alpha lamp', 'Gamma lamp'),
      finds(admin, 'search=50%25', 'beta 50% chair'),
      finds(admin, 'search=b-2', 'beta 50% chair'),
      finds(admin, 'isActive=true&sortField=title', 'Alpha lamp', 'Gamma lamp'),
      finds(admin, 'isActive=false', 'beta 50% chair'),
      finds(admin, 'productType=bundle', 'beta 50% chair'),
      finds(admin, `ids=${first},${second}&sortField=title`, 'Alpha lamp', 'beta 50% chair'),
      finds(admin, `ids=${first},x,${first}`, 'Alpha lamp'),
      finds(admin, 'ids=x'),
      finds(admin, `ids=${first}&id=${second}`),
      finds(admin, `id=${foreign}`),
      finds(admin, 'id=x'),
      finds(admin, 'format=docx&sortField=title', 'Alpha lamp', 'beta 50% chair', 'Gamma lamp'),
      finds(admin, 'withDeleted=true&exportScope=full&isActive=false', 'beta 50% chair'),
      says('cuts pages', admin.get(`${PRODUCTS}?page=2&pageSize=2`), 200, {
        page: 2,
        pageSize: 2,
        total: 3,
        totalPages: 2,
      }),
      says('clamps their size', admin.get(`${PRODUCTS}?pageSize=500`), 200, { pageSize: 100 }),
      says('and what is none', admin.get(`${PRODUCTS}?pageSize=x&page=x`), 200, { page: 1, pageSize: 50 }),
      says(
        'has no page of nothing',
        admin.get(`${PRODUCTS}?search=zzz`),
        200,
        exactly({ items: [], total: 0, page: 1, pageSize: 50, totalPages: 0 }),
      ),
      says('refuses a filter that is none', admin.get(`${PRODUCTS}?isActive=x`), 400, { error: 'Invalid input' }),
    ],
    Writing: ({ admin, first, foreign, other, nowhere }) => [
      ...[undefined, null, '', 7, 't'.repeat(256)].map((title) =>
        says(`refuses the title ${show(title)}`, admin.post(PRODUCTS, { title }), 400, {
          error: 'Invalid input',
          details: [{ path: ['title'] }],
        }),
      ),
      says('takes a title of 255', admin.post(PRODUCTS, { title: 't'.repeat(255) }), 201, exactly({ id: uuid }), {
        'x-om-operation': /^omop:/,
      }),
      says('refuses a SKU that the organization has', admin.post(PRODUCTS, { title: 'x', sku: 'A-1' }), 400, {
        fieldErrors: { sku: /./ },
      }),
      says('refuses a type that is none', admin.post(PRODUCTS, { title: 'x', productType: 'x' }), 400, {
        details: [{ path: ['productType'] }],
      }),
      says('changes what is said', admin.put(PRODUCTS, { id: first, subtitle: 'New' }), 200, exactly({ ok: true })),
      says('and nothing else', admin.get(`${PRODUCTS}?id=${first}`), 200, {
        items: [{ title: 'Alpha lamp', subtitle: 'New', sku: 'A-1' }],
      }),
      says('needs an id to change', admin.put(PRODUCTS, { title: 'x' }), 400, { error: 'ID is required' }),
      says('refuses one that is none', admin.put(PRODUCTS, { id: 'x' }), 400, { error: 'Invalid id' }),
      ...[unknown, foreign].map((id, index) =>
        says(
          `changes nothing ${['unknown', 'foreign'][index]}`,
          admin.put(PRODUCTS, { id, title: 'x' }),
          404,
          'Catalog product not found',
        ),
      ),
      says('needs an id to delete', admin.del(PRODUCTS), 400, { error: 'ID is required' }),
      says('refuses one to delete that is none', admin.del(`${PRODUCTS}?id=x`), 400, { error: 'Invalid id' }),
      ...[unknown, foreign].map((id, index) =>
        says(
          `deletes nothing ${['unknown', 'foreign'][index]}`,
          admin.del(`${PRODUCTS}?id=${id}`),
          404,
          'Catalog product not found',
        ),
      ),
      says(
        'reads an id from the body, too',
        admin.send('DELETE', PRODUCTS, raw(JSON.stringify({ id: unknown }))),
        404,
        'Catalog product not found',
      ),
      says('refuses a body that is not JSON', admin.send('POST', PRODUCTS, raw('{')), 400, {
        error: 'Invalid input',
        details: [{ path: [], message: 'The body is not valid JSON' }],
      }),
      says(
        'refuses another tenant',
        admin.post(PRODUCTS, { title: 'x', tenantId: other.tenantId }),
        403,
        'Not authorized to target this tenant.',
      ),
      says(
        'works in an organization that may be chosen',
        admin.post(PRODUCTS, { title: 'Chosen', organizationId: other.organizationId }),
        403,
      ),
      says('needs an organization', nowhere.post(PRODUCTS, { title: 'x' }), 400, {
        details: [{ path: ['organizationId'] }],
      }),
    ],
    'POST /catalog/bulk-delete': ({ admin, nowhere, employee, anonymous }) => {
      const refusal = exactly({ ok: false, progressJobId: null, message: 'Invalid payload', error: 'Invalid payload' })
      const well = { confirm: true, ids: [unknown], scope: 'selected' }
      return [
        ...[
          {},
          { ...well, confirm: false },
          { ...well, confirm: 'true' },
          { ...well, confirm: undefined },
          { ...well, ids: [] },
          { ...well, ids: undefined },
          { ...well, ids: 'all' },
          { ...well, ids: ['x'] },
          { ...well, scope: 'all' },
          { ...well, scope: undefined },
        ].map((body) => says(`refuses ${show(body)}`, admin.post(BULK, body), 400, refusal)),
        says('refuses 10,001 ids', admin.post(BULK, { ...well, ids: Array(10_001).fill(unknown) }), 400, refusal),
        ...['', '{', 'null', '[]'].map((body) =>
          says(`refuses the body '${body}'`, admin.send('POST', BULK, raw(body)), 400, refusal),
        ),
        says('needs an organization', nowhere.post(BULK, well), 400, {
          ok: false,
          progressJobId: null,
          details: [{ path: ['organizationId'] }],
        }),
        says('needs a login', anonymous.post(BULK, well), 401, { error: 'Unauthorized' }),
        says('takes 10,000', admin.post(BULK, { ...well, ids: Array(10_000).fill(unknown) }), 201, { ok: true }),
        says('employees may delete products', employee.post(BULK, well), 201, { ok: true }),
        says(
          'takes what was filtered',
          admin.post(BULK, { ...well, scope: 'filtered' }),
          201,
          exactly({ ok: true, progressJobId: uuid, message: 'Bulk delete started.' }),
        ),
        says('its job says so', admin.get('/progress/jobs?search=filtered'), 200, {
          items: [{ name: 'Delete filtered products', jobType: 'catalog.products.bulk_delete' }],
        }),
      ]
    },
    'What comes of it': async ({ admin, app, second, third, foreign, userId }) => {
      const ids = [second, third, second.toUpperCase(), unknown, foreign]
      const started = admin.post(BULK, { confirm: true, ids, scope: 'selected' })
      const { progressJobId } = await bodyFrom(started)
      const pending = await bodyFrom(job(admin, progressJobId))
      await app.settled()
      await app.jobs()
      const again = await bodyFrom(admin.post(BULK, { confirm: true, ids: [second], scope: 'selected' }))
      await app.settled()
      await app.jobs()
      const failures = [unknown, foreign].map((id) => ({ id, error: 'Catalog product not found' }))
      return [
        says('starts a job', started, 201, { ok: true, message: 'Bulk delete started.' }),
        says('that is pending, counts every id once and says what it is', known('the job at first', pending), 200, {
          status: 'pending',
          progressPercent: 0,
          processedCount: 0,
          totalCount: 4,
          name: 'Delete selected products',
          description: '4 catalog products queued for deletion',
          meta: { source: 'catalog.bulk-delete', scope: 'selected' },
          startedByUserId: userId,
          resultSummary: null,
        }),
        says('is completed with the outcome of every id', job(admin, progressJobId), 200, {
          status: 'completed',
          progressPercent: 100,
          etaSeconds: 0,
          resultSummary: { affectedCount: 2, failedCount: 2, failures },
        }),
        says('deletes what it can', admin.get(`${PRODUCTS}?ids=${second},${third}`), 200, { total: 0 }),
        says('tells who asked how to take it back', job(admin, progressJobId), 200, { logId: uuid, undoToken: /./ }),
        says('what is gone already is done', job(admin, again.progressJobId), 200, {
          status: 'completed',
          resultSummary: { affectedCount: 0, goneCount: 1, failedCount: 0, failures: [] },
        }),
      ]
    },
  },
)
