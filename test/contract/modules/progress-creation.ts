import { group } from '../_frame/group.ts'
import { exactly, says, uuid } from '../_frame/statement.ts'
import { addTenant } from '../_frame/tenants.ts'
import { idFrom, type Visitor } from '../_frame/visitor.ts'
import { show, unknown } from './_words.ts'

const JOBS = '/progress/jobs'

const create = (who: Visitor, fields: object = {}) => who.post(JOBS, { jobType: 'import', name: 'Job', ...fields })

/** What a new job may be. */
export const progressCreation = group(
  'Announcing jobs',
  {
    async scenario(host) {
      const other = await addTenant(host, 'Jobs')
      return { first: await idFrom(create(host.admin)), foreign: await idFrom(create(other.admin)) }
    },
  },
  {
    'POST /progress/jobs': ({ admin, employee, first, foreign }) => {
      const refuses = (field: string, value: unknown) =>
        says(`refuses ${field} ${show(value)}`, create(admin, { [field]: value }), 400, {
          error: 'Invalid input',
          details: { formErrors: [], fieldErrors: { [field]: [/./] } },
        })
      const takes = (field: string, value: unknown) =>
        says(
          `takes ${field} ${show(value)} (${String(value).length})`,
          create(admin, { [field]: value }),
          201,
          exactly({ id: uuid }),
        )
      return [
        takes('jobType', 'j'.repeat(100)),
        takes('name', 'n'.repeat(255)),
        takes('description', 'd'.repeat(1000)),
        takes('totalCount', 1),
        takes('cancellable', true),
        takes('meta', { any: ['thing'] }),
        takes('parentJobId', first),
        takes('partitionIndex', 0),
        takes('partitionCount', 1),
        ...[undefined, '', 7, 'j'.repeat(101)].map((value) => refuses('jobType', value)),
        ...[undefined, '', 7, 'n'.repeat(256)].map((value) => refuses('name', value)),
        ...[7, 'd'.repeat(1001)].map((value) => refuses('description', value)),
        ...[0, -1, 1.5, '1'].map((value) => refuses('totalCount', value)),
        ...['true', null].map((value) => refuses('cancellable', value)),
        ...['x', [1]].map((value) => refuses('meta', value)),
        refuses('parentJobId', 'x'),
        ...[-1, 1.5].map((value) => refuses('partitionIndex', value)),
        ...[0, -1].map((value) => refuses('partitionCount', value)),
        ...[unknown, foreign].map((id, index) =>
          says(
            `knows no parent ${['that is not', 'of another tenant'][index]}`,
            create(admin, { parentJobId: id }),
            400,
            'Parent job not found',
          ),
        ),
        says('refuses a body that is not JSON', admin.send('POST', JOBS, { body: '{' }), 400, {
          details: { formErrors: ['The body is not valid JSON'] },
        }),
        says(
          'needs progress.create',
          create(employee),
          403,
          exactly({ error: 'Forbidden', requiredFeatures: ['progress.create'] }),
        ),
      ]
    },
  },
)
