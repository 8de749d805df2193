import { CronExpressionParser } from 'cron-parser'
import type { EventType } from '../define/event.ts'
import type { Job } from '../define/job.ts'
import type { Module } from '../define/module.ts'
import { brokenSetup } from '../errors.ts'

/** Refuses schedules that never come due or that bring what their job does not take, and events that nobody lists. */
export function checkJobs(modules: readonly Module[]): void {
  for (const job of modules.flatMap((module) => module.jobs ?? [])) checkSchedule(job)
  const events = new Set(modules.flatMap((module) => Object.values(module.events ?? {})).map(({ id }) => id))
  const assertListed = (what: string, { id }: EventType) => {
    if (!events.has(id)) throw brokenSetup(`${what} '${id}', which no composed module lists in \`events\``)
  }
  for (const { id, subscribers = [], emits = [] } of modules) {
    for (const { event } of subscribers) assertListed(`Module '${id}' subscribes to`, event)
    for (const event of emits) assertListed(`Module '${id}' is to emit`, event)
  }
}

function checkSchedule({ id, schedule, payload }: Job): void {
  if (schedule === undefined) return
  try {
    CronExpressionParser.parse(schedule, { strict: false })
  } catch (error) {
    throw brokenSetup(`The schedule '${schedule}' of job '${id}' is no cron expression: ${String(error)}`)
  }
  const { error } = payload.safeParse({})
  if (error) throw brokenSetup(`Job '${id}' has a schedule, so its payload must fit {}: ${error.issues[0]?.message}`)
}
