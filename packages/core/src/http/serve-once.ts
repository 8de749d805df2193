import { setTimeout } from 'node:timers/promises'
import { type KeptAnswer, type Once, TakenKey } from '../commands/once.ts'
import type { Session } from '../define/actor.ts'
import { isResponse } from './answer.ts'
import type { KeyedWrite } from './idempotency.ts'

/** Where answers to writes with a key are kept. */
export interface KeptAnswers {
  /** What was answered under the key before; null when nothing was. */
  find(session: Session, once: Once): Promise<KeptAnswer | null>
  /** Keeps an answer that says more than its command did. */
  keep(session: Session, once: Once, sealed: string): Promise<void>
}

/** Serves a write with a key, unless it was served before: then its first answer is given again (decision 22). */
export async function serveOnce(
  answers: KeptAnswers,
  { session, write, isRead }: { session: Session; write: KeyedWrite; isRead: boolean },
  serve: () => Promise<unknown>,
): Promise<unknown> {
  // What a body of files says is known later: its command finds out that the key is taken.
  const before = isRead ? await answers.find(session, write) : null
  if (before) return write.open(before.answer ?? (await waitForAnswer(answers, session, write)))
  try {
    const result = await serve()
    if (write.isTaken && !write.seal && !isResponse(result))
      await answers.keep(write.holder ?? session, write, write.sealAnswer(result))
    return result
  } catch (error) {
    if (!(error instanceof TakenKey)) throw error
    return write.open(await waitForAnswer(answers, write.holder ?? session, write))
  }
}

/** A handler's answer follows its command after a moment, unless its host died in that moment. */
async function waitForAnswer(answers: KeptAnswers, session: Session, write: KeyedWrite): Promise<string | null> {
  for (let attempt = 0; attempt < 20; attempt++) {
    const found = await answers.find(session, write)
    if (found?.answer) return found.answer
    await setTimeout(50)
  }
  return null
}
