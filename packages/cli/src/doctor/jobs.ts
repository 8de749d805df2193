import type { ToolPlatform } from '@plinth/host'
import { readStatus } from '../status.ts'
import { ok, type Result, warning } from './finding.ts'

/** Seconds for which a job may wait. */
const PATIENCE = 300

/** Whether any host runs the queued jobs. */
export async function checkJobs({ platform, database }: ToolPlatform): Promise<Result> {
  const { jobs } = await readStatus(platform.modules, database)
  const { failed: lost = 0 } = jobs.states
  if ((jobs.oldestSeconds ?? 0) > PATIENCE)
    return warning(`a job has been waiting for ${jobs.oldestSeconds} s`, 'Start a host: jobs run on hosts only')
  if (lost > 0)
    return warning(
      `${lost} jobs have failed for good`,
      'Search the log for "job failed", which names the job and the error',
    )
  return ok('none has been waiting for long')
}
