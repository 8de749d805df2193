import type { TestPlatform } from '@plinth/testing'
import { setTimeout } from 'node:timers/promises'

/** The database of a test for a host that is going to die. */
export function doomedUrl({ databaseUrl }: TestPlatform): string {
  const url = new URL(databaseUrl)
  url.searchParams.set('application_name', 'doomed')
  return url.href
}

/** Transactions of the dead end when the server notices that nobody listens any more. */
export async function untilForgotten({ sql }: TestPlatform): Promise<void> {
  const isRemembered = () =>
    sql(`select from pg_stat_activity where datname = current_database() and application_name = 'doomed'`)
  while ((await isRemembered()).length > 0) await setTimeout(5)
}
