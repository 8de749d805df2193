import { badInput, notFound, type PlatformError } from '@plinth/core'
import type { RequestFacts } from '@plinth/core/http'
import type { z } from 'zod'
import { toMessageIn } from './condition-texts.ts'

export const ruleNotFound = () => notFound('Rule')
export const setNotFound = () => notFound('Rule set')
export const memberNotFound = () => notFound('Member')

/** 400 in this module's published format: a one-line message, and messages by field. */
export function invalidFields(fieldErrors: Readonly<Record<string, string>>): PlatformError {
  const lines = Object.entries(fieldErrors).map(([field, message]) => `${field}: ${message}`)
  return badInput(`Validation failed: ${lines.join(', ')}`, { fieldErrors })
}

const IN_USE = 'Already in use'

/** Errors for duplicate business ids, which are unique per tenant among non-deleted rows. */
export const ruleIdTaken = () => invalidFields({ ruleId: IN_USE })
export const setIdTaken = () => invalidFields({ setId: IN_USE })

/** Published error messages for identifiers. */
export const RULE_ID_REQUIRED = 'Rule id is required'
export const SET_ID_REQUIRED = 'Rule set id is required'
export const MEMBER_ID_REQUIRED = 'Member id is required'
export const INVALID_RULE_ID = 'Invalid rule id'
export const INVALID_SET_ID = 'Invalid rule set id'

/** 400 for a body that is not JSON. */
export const unreadableBody = () => badInput('Invalid JSON body')

/** Formats invalid input in the published format: every issue prefixed with its path. */
export function toInputRefusal({ issues }: z.ZodError, { locale }: Pick<RequestFacts, 'locale'>): PlatformError {
  const lines = issues.map(({ path, message }) => `${path.join('.')}: ${toMessageIn(locale, message)}`)
  return badInput(`Validation failed: ${lines.join(', ')}`)
}

/** Like `toRefusal`, but if an issue has one of these messages, the response consists of the first such message only. */
export const toRefusalWith =
  (...words: readonly string[]) =>
  (error: z.ZodError, reader: Pick<RequestFacts, 'locale'>): PlatformError => {
    const published = words.find((word) => error.issues.some(({ message }) => message === word))
    return published === undefined ? toInputRefusal(error, reader) : badInput(published)
  }
