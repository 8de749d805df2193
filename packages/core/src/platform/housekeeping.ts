import { sql } from 'kysely'
import { z } from 'zod'
import { anonymous } from '../acl/grants.ts'
import { createSql, type Sql } from '../data/statements.ts'
import { Transaction } from '../data/transaction.ts'
import { defineJob, type Job } from '../define/job.ts'
import type { Module } from '../define/module.ts'
import { doWork } from '../pipeline/context.ts'
import { purgeAnswers } from '../pipeline/idempotency.ts'
import type { Runtime } from '../pipeline/runtime.ts'

/** Days for which the old password of an account, or another secret, can come back by undo. */
const SECRETS_KEPT = 30
const DAY = 24 * 60 * 60 * 1000

/** What the platform itself forgets, every hour. */
export function housekeepingJobs({ database, now }: Pick<Runtime, 'database' | 'now'>): Job[] {
  const hourly = (id: string, minute: number, work: (db: Sql, at: Date) => Promise<unknown>) =>
    defineJob({
      id,
      payload: z.object({}),
      schedule: `${minute} * * * *`,
      async run() {
        const transaction = new Transaction({ database, scope: anonymous.scope, isWriter: true })
        try {
          await work(createSql(transaction, 'system', 'plain'), now())
          await transaction.commit()
        } catch (error) {
          await transaction.rollback()
          throw error
        }
      },
    })
  return [
    hourly('core.purge-answers', 41, purgeAnswers),
    hourly('core.forget-secrets', 17, (db, at) => {
      const oldest = new Date(at.getTime() - SECRETS_KEPT * DAY).toISOString()
      return sql`select plinth.forget_secrets(${oldest})`.execute(db)
    }),
  ]
}

/** Lets modules give existing tenants what a new version brings, in module order. */
export async function upgradeTenants(runtime: Runtime, modules: readonly Module[]): Promise<void> {
  for (const { upgrade } of modules)
    if (upgrade)
      await doWork({ runtime, session: anonymous, origin: { requestId: null } }, ({ asSystem, get }) =>
        asSystem('bring tenants up to date', (system) => upgrade(system, get)),
      )
}
