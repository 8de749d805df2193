import { AnswerTooLarge } from './bounded-fetch.ts'

/** A user-facing message for a provider failure. The provider's own message may contain keys and prompts and is only logged. */
export function describeFailure(error: unknown): string {
  if (isTooLarge(error)) return 'The AI provider answered too much; the answer was cut off.'
  const { statusCode, name } = (error ?? {}) as { readonly statusCode?: unknown; readonly name?: unknown }
  if (statusCode === 401 || statusCode === 403) return 'The AI provider does not accept the key of this platform.'
  if (statusCode === 404) return 'The AI provider does not know the configured model.'
  if (statusCode === 429) return 'The AI provider has too much to do at present; please try again later.'
  if (statusCode === 400 || statusCode === 413) return 'The AI provider could not read the conversation.'
  if (name === 'AI_RetryError') return describeFailure((error as { readonly lastError?: unknown }).lastError)
  return 'The AI provider failed; please try again.'
}

/** SDKs wrap the error that aborted reading. */
function isTooLarge(error: unknown, depth = 0): boolean {
  if (error instanceof AnswerTooLarge) return true
  return error instanceof Error && depth < 5 && isTooLarge(error.cause, depth + 1)
}
