import { group } from '../_frame/group.ts'
import { exactly, says, type Statement, time, uuid, without } from '../_frame/statement.ts'
import { addTenant } from '../_frame/tenants.ts'
import { bodyFrom, idFrom, type Visitor } from '../_frame/visitor.ts'
import { show, unknown } from './_words.ts'

const JOBS = '/progress/jobs'
const EMPTY = { items: [], total: 0, page: 1, pageSize: 20, totalPages: 1 }

const ITEM = {
  id: uuid,
  jobType: 'import',
  name: 'First',
  description: null,
  status: 'pending',
  progressPercent: 0,
  processedCount: 0,
  totalCount: null,
  etaSeconds: null,
  cancellable: false,
  startedAt: null,
  finishedAt: null,
  errorMessage: null,
  createdAt: time,
  tenantId: uuid,
  organizationId: uuid,
}

const create = (who: Visitor, fields: object = {}) => who.post(JOBS, { jobType: 'import', name: 'Job', ...fields })
const finds = (who: Visitor, query: string, ...names: readonly string[]): Statement =>
  says(`${query || 'no filter'} finds ${names.join(', ') || 'nothing'}`, who.get(`${JOBS}?${query}`), 200, {
    items: names.map((name) => ({ name })),
    total: names.length,
  })

export const progress = group(
  'Progress of jobs',
  {
    async scenario(host) {
      const { app, signIn } = host
      app.clock.set(new Date('2030-01-01T10:00:00Z'))
      const [admin, employee] = [await signIn('admin@acme.com'), await signIn('employee@acme.com')]
      const other = await addTenant(host, 'Progress')
      const first = await idFrom(create(admin, { name: 'First' }))
      app.clock.advance(60_000)
      const child = await idFrom(
        create(admin, {
          name: 'Child',
          jobType: 'export',
          parentJobId: first,
          partitionIndex: 0,
          partitionCount: 2,
          meta: { a: 1 },
          description: 'Part',
        }),
      )
      app.clock.advance(60_000)
      const ending = await idFrom(create(admin, { name: 'Cancelled', cancellable: true, totalCount: 200 }))
      await bodyFrom(admin.del(`${JOBS}/${ending}`))
      return {
        admin,
        employee,
        other,
        first,
        child,
        ending,
        foreign: await idFrom(create(other.admin, { name: 'Foreign' })),
      }
    },
  },
  {
    'GET /progress/jobs': ({ admin, employee, first, other, anonymous }) => [
      says(
        'tells every job with these members',
        admin.get(`${JOBS}?search=First`),
        200,
        exactly({ items: [ITEM], total: 1, page: 1, pageSize: 20, totalPages: 1 }),
      ),
      finds(admin, '', 'Child', 'First'),
      finds(admin, 'includeCompleted=true', 'Cancelled', 'Child', 'First'),
      finds(admin, 'includeCompleted=false', 'Child', 'First'),
      finds(admin, 'status=cancelled', 'Cancelled'),
      finds(admin, 'status=pending,cancelled', 'Cancelled', 'Child', 'First'),
      finds(admin, 'status=running,%20completed'),
      finds(admin, 'jobType=export', 'Child'),
      finds(admin, 'jobType=exp'),
      finds(admin, `parentJobId=${first}`, 'Child'),
      finds(admin, `parentJobId=${unknown}`),
      finds(admin, 'search=CHI', 'Child'),
      finds(admin, 'search=import', 'First'),
      finds(admin, 'search=%25'),
      finds(admin, 'sortDir=asc', 'First', 'Child'),
      finds(admin, 'sortField=createdAt&sortDir=desc', 'Child', 'First'),
      finds(admin, 'sortField=finishedAt&includeCompleted=true&sortDir=asc&jobType=import', 'Cancelled', 'First'),
      ...[
        '2030-01-01T10:02:00Z',
        '2030-01-01T10:02',
        '2030-01-01T10:00:30',
        '2030-01-01T11:02:00%2B01:00',
        '2030-01-01',
        '2030-01',
        '2030',
      ].map((moment) => finds(admin, `includeCompleted=true&completedSince=${moment}`, 'Cancelled')),
      finds(admin, 'includeCompleted=true&completedSince=2030-01-01T10:02:00.001Z'),
      says('cuts pages', admin.get(`${JOBS}?page=2&pageSize=1`), 200, {
        items: [{ name: 'First' }],
        page: 2,
        pageSize: 1,
        total: 2,
        totalPages: 2,
      }),
      says('has one page of nothing', admin.get(`${JOBS}?search=zzz`), 200, exactly(EMPTY)),
      ...[
        'page=0',
        'page=x',
        'pageSize=0',
        'pageSize=101',
        'status=x',
        'status=pending,x',
        'includeCompleted=yes',
        'completedSince=x',
        'completedSince=2030-13-01',
        'parentJobId=x',
        'sortField=name',
        'sortDir=up',
      ].map((query) =>
        says(
          `refuses ${query} with an empty list`,
          admin.get(`${JOBS}?${query}`),
          400,
          exactly({ ...EMPTY, error: 'Invalid query' }),
        ),
      ),
      says('employees may look', employee.get(JOBS), 200, { total: 2 }),
      says('other tenants have their own', other.admin.get(JOBS), 200, { total: 1, items: [{ name: 'Foreign' }] }),
      says('needs a login', anonymous.get(JOBS), 401, { error: 'Unauthorized' }),
    ],
    'GET /progress/jobs/{id}': ({ admin, child, first, foreign, employee }) => [
      says('tells more than lists do', admin.get(`${JOBS}/${child}`), 200, {
        ...ITEM,
        name: 'Child',
        jobType: 'export',
        description: 'Part',
        meta: { a: 1 },
        resultSummary: null,
        startedByUserId: uuid,
        heartbeatAt: null,
        parentJobId: first,
        partitionIndex: 0,
        partitionCount: 2,
        updatedAt: time,
      }),
      says('and no stack', admin.get(`${JOBS}/${child}`), 200, without('errorStack')),
      says('employees may look', employee.get(`${JOBS}/${child}`), 200, { id: child }),
      ...[unknown, foreign].map((id, index) =>
        says(`knows none ${['that is not', 'of another tenant'][index]}`, admin.get(`${JOBS}/${id}`), 404, 'Not found'),
      ),
      ...['x', '7'].map((id) =>
        says(`refuses the id '${id}'`, admin.get(`${JOBS}/${id}`), 400, { error: 'Invalid input' }),
      ),
    ],
    'PUT and DELETE /progress/jobs/{id}': async ({ admin, employee, first, ending, foreign }) => {
      const id = await idFrom(
        create(admin, { name: 'Moved', totalCount: 200, cancellable: true, meta: { a: 1, b: 1 } }),
      )
      const put = (fields: object, which = id) => admin.put(`${JOBS}/${which}`, fields)
      const stays = await idFrom(create(admin, { name: 'Stays' }))
      return [
        says('80 of 200 are 40 percent', put({ processedCount: 80 }), 200, exactly({ ok: true, progressPercent: 40 })),
        says('1 of 3 are 33', put({ processedCount: 1, totalCount: 3 }), 200, { progressPercent: 33 }),
        says('more than all are 100', put({ processedCount: 9 }), 200, { progressPercent: 100 }),
        says('a percentage may be told', put({ progressPercent: 7 }), 200, { progressPercent: 7 }),
        says('metadata is merged', put({ meta: { b: 2 }, etaSeconds: 5 }), 200, { ok: true }),
        says('as is told', admin.get(`${JOBS}/${id}`), 200, {
          meta: { a: 1, b: 2 },
          etaSeconds: 5,
          progressPercent: 7,
          heartbeatAt: time,
        }),
        says('without a total there is no percentage', put({ processedCount: 5 }, stays), 200, { progressPercent: 0 }),
        ...[
          { processedCount: -1 },
          { progressPercent: 101 },
          { progressPercent: -1 },
          { totalCount: 0 },
          { etaSeconds: -1 },
          { meta: 'x' },
        ].map((body) =>
          says(`refuses ${show(body)}`, put(body), 400, {
            error: 'Invalid input',
            details: { fieldErrors: { [Object.keys(body)[0]!]: [/./] } },
          }),
        ),
        says('what has ended stays as it is', put({ processedCount: 50 }, ending), 200, { progressPercent: 0 }),
        ...[unknown, foreign].map((one, index) =>
          says(`changes none ${['that is not', 'of another tenant'][index]}`, put({}, one), 404, 'Not found'),
        ),
        says('needs progress.update', employee.put(`${JOBS}/${id}`, {}), 403, {
          requiredFeatures: ['progress.update'],
        }),
        says('needs progress.cancel', employee.del(`${JOBS}/${id}`), 403, { requiredFeatures: ['progress.cancel'] }),
        says('cancels what waits, at once', admin.del(`${JOBS}/${id}`), 200, exactly({ ok: true })),
        says('as is told, too', admin.get(`${JOBS}/${id}`), 200, { status: 'cancelled', finishedAt: time }),
        says('once', admin.del(`${JOBS}/${id}`), 400, 'Cannot cancel this job'),
        says('and nothing that may not be cancelled', admin.del(`${JOBS}/${first}`), 400, 'Cannot cancel this job'),
        ...[unknown, foreign].map((one, index) =>
          says(
            `cancels none ${['that is not', 'of another tenant'][index]}`,
            admin.del(`${JOBS}/${one}`),
            404,
            'Not found',
          ),
        ),
      ]
    },
    'GET /progress/active': ({ employee, anonymous, other }) => [
      says(
        'tells what waits or runs, and what has just ended',
        other.admin.get('/progress/active'),
        200,
        exactly({
          active: [
            {
              id: uuid,
              jobType: 'import',
              name: 'Foreign',
              description: null,
              status: 'pending',
              progressPercent: 0,
              processedCount: 0,
              totalCount: null,
              etaSeconds: null,
              cancellable: false,
              meta: null,
              startedAt: null,
              finishedAt: null,
              errorMessage: null,
            },
          ],
          recentlyCompleted: [],
        }),
      ),
      says('employees may look', employee.get('/progress/active'), 200, { recentlyCompleted: [] }),
      says('needs a login', anonymous.get('/progress/active'), 401, 'Unauthorized'),
    ],
  },
)
