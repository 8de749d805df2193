import { z } from 'zod'
import { anonymous } from '../acl/actors.ts'
import { findAnswer, purgeAnswers, toAnswerSql } from '../commands/once.ts'
import { Unit } from '../data/unit.ts'
import { createSql } from '../data/sql.ts'
import type { Session } from '../define/actor.ts'
import { defineJob, type Job } from '../define/job.ts'
import type { KeptAnswers } from '../http/serve-once.ts'
import type { Runtime } from './runtime.ts'

/** Answers to writes with a key, as the platform keeps them. */
export interface Answers extends KeptAnswers {
  /** Forgets what counts no longer. */
  purge(): Promise<void>
}

export function createAnswers({ pool, statements, now }: Pick<Runtime, 'pool' | 'statements' | 'now'>): Answers {
  const open = ({ scope }: Session, isWriter: boolean) => new Unit({ pool, statements, scope, isWriter })
  return {
    async find(session, once) {
      const unit = open(session, false)
      try {
        return await findAnswer(createSql(unit, 'app', 'plain'), { once, session, at: now() })
      } finally {
        await unit.close()
      }
    },
    keep: (session, once, sealed) => open(session, true).commit(toAnswerSql(session, once, sealed)),
    async purge() {
      const unit = open(anonymous, true)
      await purgeAnswers(createSql(unit, 'system', 'plain'), now())
      await unit.commit()
    },
  }
}

/** The job that forgets old answers, every hour. */
export function toPurgeJob(answers: Answers): Job {
  return defineJob({ id: 'core.purge-answers', payload: z.object({}), schedule: '41 * * * *', run: answers.purge })
}
