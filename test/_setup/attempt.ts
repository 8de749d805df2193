import type { Context, JobContext } from '@plinth/core'

/** What a job receives that a test runs by itself. */
export function toAttempt(
  ctx: Context,
  {
    jobId = 'test',
    signal = new AbortController().signal,
  }: Partial<Pick<JobContext<unknown>, 'jobId' | 'signal'>> = {},
): JobContext<object> {
  const onBehalf: JobContext<object>['onBehalf'] = (work) =>
    ctx.actAs({ actor: ctx.actor, scope: ctx.scope, reason: 'test' }, work)
  return Object.assign(ctx, { payload: {}, jobId, signal, onBehalf })
}
