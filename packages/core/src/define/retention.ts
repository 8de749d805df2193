import type { Command } from './command.ts'
import type { Job } from './job.ts'

/** A retention policy: a command that deletes one batch of expired rows, and a job that runs it every hour. */
export interface Keep {
  readonly command: Command
  readonly job: Job
}
