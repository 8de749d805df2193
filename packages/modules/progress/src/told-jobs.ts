import type { Context } from '@plinth/core'
import { texts } from '@plinth/core/http'

/** Jobs as the caller reads them: reasons of failures are in their language. */
export async function toldJobs<T extends { readonly errorMessage: string | null }>(
  { inject, locale }: Pick<Context, 'inject' | 'locale'>,
  jobs: readonly T[],
): Promise<T[]> {
  const { language } = await locale()
  return jobs.map((job) => ({
    ...job,
    errorMessage: job.errorMessage && inject(texts).message(language, job.errorMessage),
  }))
}
