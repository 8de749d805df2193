import { type Context, get, signedIn, watches } from '@plinth/core'
import { type ServerEvent, toEventStream } from '@plinth/core/http'
import { z } from 'zod'
import { events, jobsTag } from '../contract.ts'
import { readRecentJobs } from '../recent-jobs.ts'
import { type JobRow, toJobEvent } from '../views.ts'

/** Maximum bytes of an event. */
const MAX_EVENT = 4_096

/**
 * GET /events/stream: changes of the jobs that the caller may see, on any host. Other hosts only signal that something has
 * changed; the state is read from the database, so nothing is lost if a notification is.
 */
export const eventStream = get(
  '/events/stream',
  {
    operation: 'streamEvents',
    access: signedIn,
    inView: true,
    summary: 'Stream the progress of jobs as server-sent events, one for each change of a job.',
    response: z.string(),
    http: { contentType: 'text/event-stream' },
    errors: [429],
  },
  async (ctx) => {
    const { inject, actor, scope, request, actAs } = ctx
    // Reads all organizations so that the streams of a host share one query; jobs the caller may not see are filtered out.
    const { actor: viewer } = actor.viewer ?? ctx
    const tenant = { ...scope, organizationIds: null }
    const read = () =>
      actAs({ actor: 'platform', reason: 'event stream', scope: tenant, userId: actor.userId }, readRecentJobs)
    // Read before the response starts, so that a client misses nothing once it has one.
    const jobs = await read()
    return toEventStream(
      (signal) => {
        const turns = inject(watches).of(jobsTag(scope.tenantId), {
          owner: viewer.id,
          tenantId: scope.tenantId,
          signal,
        })
        return follow(turns, { jobs, read, isVisible: (job) => isVisible(ctx, job), now: ctx.now })
      },
      { retry: 2_000, isAllowed: () => request.isStillAllowed() },
    )
  },
)

const isVisible = ({ scope }: Pick<Context, 'scope'>, { organizationId }: JobRow) =>
  organizationId === null || (scope.organizationIds?.includes(organizationId) ?? true)

interface JobFeed {
  readonly jobs: readonly JobRow[]
  readonly read: () => Promise<readonly JobRow[]>
  readonly isVisible: (job: JobRow) => boolean
  readonly now: () => Date
}

/** Yields every change compared with the known state. A client that is slower than the work gets only the latest state. */
async function* follow(
  turns: AsyncIterable<unknown>,
  { jobs: first, read, isVisible, now }: JobFeed,
): AsyncGenerator<ServerEvent> {
  let before = toVersions(first)
  for await (const _ of turns) {
    const jobs = await read()
    const changed = jobs.filter((job) => isVisible(job) && before.get(job.id) !== job.version)
    before = toVersions(jobs)
    for (const job of changed.toReversed()) yield { data: toFrame(job, now()) }
  }
}

const toVersions = (jobs: readonly JobRow[]) => new Map(jobs.map(({ id, version }) => [id, version]))

function toFrame(job: JobRow, at: Date) {
  const payload = toJobEvent(job)
  const frame = {
    id: events[`job.${job.event}`].id,
    payload,
    timestamp: at.getTime(),
    organizationId: job.organizationId,
  }
  if (!job.isCut && Buffer.byteLength(JSON.stringify(frame)) <= MAX_EVENT) return frame
  // A progress bar needs neither; clients that do can request the job.
  const { meta: _meta, resultSummary: _summary, ...rest } = payload as typeof payload & { resultSummary?: unknown }
  return { ...frame, payload: { ...rest, truncated: true } }
}
