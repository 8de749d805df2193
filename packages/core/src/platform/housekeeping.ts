import { sql } from 'kysely'
import { z } from 'zod'
import { anonymous } from '../acl/callers.ts'
import { createSql } from '../data/connection/connected-sql.ts'
import type { Sql } from '../data/query/sql.ts'
import { Transaction } from '../data/connection/transaction.ts'
import { defineJob, type Job } from '../define/job.ts'
import { purgeCounts } from '../http/rate-counts.ts'
import { purgeAnswers } from '../context/idempotency-keys.ts'
import type { Runtime } from '../context/runtime.ts'

/** Days for which undo can restore the previous password of an account, or another secret. */
const SECRETS_KEPT = 30

const DAY = 24 * 60 * 60 * 1000

/** Rows per transaction, so that none exceeds the statement timeout. */
const BATCH = 5_000

/** Deletes at most `most` expired rows, and returns how many it deleted. */
type Forget = (db: Sql, options: { readonly at: Date; readonly most: number }) => Promise<number>

/** What the platform itself purges every hour. */
export function housekeepingJobs({ database, now }: Pick<Runtime, 'database' | 'now'>): Job[] {
  const forgetBatch = async (forget: Forget) => {
    const transaction = new Transaction({ database, scope: anonymous.scope, line: 'housekeeping', isWriter: true })
    try {
      const count = await forget(createSql(transaction, 'system'), { at: now(), most: BATCH })
      await transaction.commit()
      return count
    } catch (error) {
      await transaction.rollback()
      throw error
    }
  }
  const hourly = (id: string, minute: number, forget: Forget) =>
    defineJob({
      id,
      payload: z.object({}),
      schedule: `${minute} * * * *`,
      async run({ signal }) {
        while (!signal.aborted && (await forgetBatch(forget)) === BATCH);
      },
    })
  return [
    hourly('core.purge-answers', 41, purgeAnswers),
    hourly('core.purge-rate-limits', 29, purgeCounts),
    hourly('core.forget-secrets', 17, async (db, { at, most }) => {
      const oldest = new Date(at.getTime() - SECRETS_KEPT * DAY).toISOString()
      const { rows } = await sql<{ count: number }>`
        select plinth.forget_next_secrets(${oldest}, ${most}) as count`.execute(db)
      return rows[0]!.count
    }),
  ]
}
