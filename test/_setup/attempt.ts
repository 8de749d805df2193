import type { Context, JobContext } from '@plinth/core'

/** What a job receives that a test runs by itself. */
export function toAttempt(
  ctx: Context,
  {
    jobId = 'test',
    signal = new AbortController().signal,
  }: Partial<Pick<JobContext<unknown>, 'jobId' | 'signal'>> = {},
): JobContext<object> {
  const onBehalf: JobContext<object>['onBehalf'] = (work) => ctx.within(ctx, work)
  return Object.assign(ctx, { payload: {}, jobId, signal, onBehalf })
}
