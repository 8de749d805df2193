import { AnswerTooLarge } from './bounded-fetch.ts'

/** A user-facing message for a provider failure. The provider's own message may contain keys and is only logged. */
export function describeFailure(error: unknown): string {
  if (isTooLarge(error)) return 'The response of the AI provider was too long and was cut off.'
  const { statusCode, name } = (error ?? {}) as { readonly statusCode?: unknown; readonly name?: unknown }
  if (statusCode === 401 || statusCode === 403) return 'The AI provider does not accept the key of this platform.'
  if (statusCode === 404) return 'The AI provider does not know the configured model.'
  if (statusCode === 429) return 'The AI provider is overloaded; please try again later.'
  if (statusCode === 400 || statusCode === 413) return 'The AI provider could not read the conversation.'
  if (name === 'AI_RetryError') return describeFailure((error as { readonly lastError?: unknown }).lastError)
  return 'The AI provider failed; please try again.'
}

/** SDKs wrap the error that aborted reading. */
function isTooLarge(error: unknown, depth = 0): boolean {
  if (error instanceof AnswerTooLarge) return true
  return error instanceof Error && depth < 5 && isTooLarge(error.cause, depth + 1)
}

/**
 * The part of a provider failure that is logged. The errors of the AI SDK also carry the request, with everything that users
 * said, and the answer; neither belongs in a log.
 */
export function loggableFailure(error: unknown, depth = 0): object {
  if (!(error instanceof Error)) return { type: typeof error }
  const { name, statusCode, url, lastError, cause } = error as ProviderError
  const inner = lastError ?? cause
  return {
    type: name,
    ...(!isQuoting(name) && { message: error.message.slice(0, MESSAGE_LENGTH) }),
    ...(typeof statusCode === 'number' && { statusCode }),
    ...(typeof url === 'string' && { url: url.replace(/[?#].*/s, '') }),
    stack: error.stack
      ?.split('\n')
      .filter((line) => /^\s+at /.test(line))
      .join('\n'),
    ...(inner !== undefined && depth < 5 && { cause: loggableFailure(inner, depth + 1) }),
  }
}

interface ProviderError extends Error {
  readonly statusCode?: unknown
  readonly url?: unknown
  readonly lastError?: unknown
}

/** Errors whose message may quote what was asked or answered. */
function isQuoting(name: string): boolean {
  return name === 'SyntaxError' || (name.startsWith('AI_') && !PLAIN.has(name))
}

const PLAIN = new Set([
  'AI_APICallError',
  'AI_EmptyResponseBodyError',
  'AI_LoadAPIKeyError',
  'AI_NoOutputGeneratedError',
  'AI_NoSuchModelError',
  'AI_RetryError',
])
const MESSAGE_LENGTH = 1_000
