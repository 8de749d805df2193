import { findAnswer, keepAnswer } from '../commands/once.ts'
import { Unit } from '../data/unit.ts'
import { createSql } from '../data/sql.ts'
import type { Session } from '../define/actor.ts'
import type { KeptAnswers } from '../http/serve-once.ts'
import type { Runtime } from './runtime.ts'

/** Answers to writes with a key, as the platform keeps them. */
export function createAnswers({ database, now }: Pick<Runtime, 'database' | 'now'>): KeptAnswers {
  const open = ({ scope }: Session, isWriter: boolean) => new Unit({ database, scope, isWriter })
  return {
    async find(session, once) {
      const unit = open(session, false)
      try {
        return await findAnswer(createSql(unit, 'app', 'plain'), { once, session, at: now() })
      } finally {
        await unit.close()
      }
    },
    async keep(session, once, sealed) {
      await open(session, true).commit([keepAnswer(session, once, sealed)])
    },
  }
}
