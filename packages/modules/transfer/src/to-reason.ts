import type { Context } from '@plinth/core'
import { texts } from '@plinth/core/http'

/** Why something has failed, in the caller's language. */
export async function toReason(
  { inject, locale }: Pick<Context, 'inject' | 'locale'>,
  message: string | null,
): Promise<string | null> {
  return message === null ? null : inject(texts).message((await locale()).language, message)
}
