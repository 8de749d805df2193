import { Readable } from 'node:stream'
import { type Context, del, Id, list, notFound, PlatformError, post, put, view } from '@plinth/core'
import { texts } from '@plinth/core/http'
import { z } from 'zod'
import { features } from '../contract.ts'
import { openBucket } from './bucket.ts'
import { createDestination, deleteDestination, updateDestination } from './commands.ts'
import { ExportDestination } from './entities.ts'

export const listDestinations = list('/transfer/destinations', ExportDestination, {
  access: features['destinations.view'],
  summary: 'List the buckets to which scheduled exports can be written, without their secrets.',
  select: view(ExportDestination, [
    'id',
    'name',
    'endpoint',
    'region',
    'bucket',
    'prefix',
    'accessKeyId',
    'pathStyle',
    'createdAt',
    'updatedAt',
  ]),
  sort: ['createdAt', 'name'],
  defaultSort: { field: 'createdAt', dir: 'desc' },
})

export const postDestination = post('/transfer/destinations', createDestination, {
  summary: 'Add a bucket to which scheduled exports can be written.',
  isTool: false,
  response: Id,
  status: 201,
  errors: [400],
})

export const putDestination = put('/transfer/destinations', updateDestination, {
  summary: 'Change a destination of exports. Absent properties, the secret included, keep their values.',
  isTool: false,
  errors: [400, 404],
})

export const deleteDestinationById = del('/transfer/destinations', deleteDestination, {
  summary: 'Delete a destination of exports. What has been written there stays.',
  errors: [400, 404, 409],
})

/** One thing that was tried in a bucket. */
const Finding = z.object({
  check: z.enum(['write', 'remove']),
  outcome: z.enum(['passed', 'warning', 'failed']),
  /** What was found. */
  message: z.string(),
})

export const testDestination = post(
  '/transfer/destinations/{id}/test',
  {
    operation: 'testDestination',
    access: features['destinations.manage'],
    summary: 'Test a destination of exports: write a small object, remove it, and tell what has failed.',
    isTool: false,
    params: z.object({ id: z.uuid().toLowerCase() }),
    response: z.object({ isUsable: z.boolean(), findings: z.array(Finding) }),
    errors: [400, 404],
  },
  async (ctx) => {
    const { params, inject } = ctx
    const found = await ctx
      .from(ExportDestination, 'd')
      .select('d.prefix')
      .where('d.id', '=', params.id)
      .executeTakeFirst()
    const bucket = await openBucket(ctx, params.id)
    if (!found || !bucket) throw notFound('Destination')
    const key = [found.prefix, `plinth-test-${crypto.randomUUID()}.txt`].filter(Boolean).join('/')
    const findings = await tryOut(ctx, [
      ['write', () => bucket.write(key, Readable.from(['Plinth can write here.\n'], { objectMode: false }))],
      ['remove', () => bucket.remove(key)],
    ])
    const { language } = await ctx.locale()
    return {
      isUsable: findings.every(({ outcome }) => outcome !== 'failed'),
      findings: findings.map((one) => ({ ...one, message: inject(texts).message(language, one.message) })),
    }
  },
)

type Finding = z.output<typeof Finding>

/** What can be written is enough: some give keys that remove nothing. */
async function tryOut(
  { log }: Pick<Context, 'log'>,
  steps: readonly (readonly [Finding['check'], () => Promise<unknown>])[],
): Promise<readonly Finding[]> {
  const findings: Finding[] = []
  for (const [check, work] of steps) {
    try {
      await work()
      findings.push({ check, outcome: 'passed', message: PASSED[check] })
    } catch (error) {
      if (!(error instanceof PlatformError)) log.warn({ err: error }, 'a destination of exports could not be tested')
      const message = error instanceof PlatformError ? error.message : 'The test has failed'
      findings.push({ check, outcome: check === 'write' ? 'failed' : 'warning', message })
      break
    }
  }
  return findings
}

const PASSED = { write: 'An object was written', remove: 'It was removed again' } as const
