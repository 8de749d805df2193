import { badInput, notFound, type PlatformError } from '@plinth/core'
import type { RequestFacts } from '@plinth/core/http'
import type { z } from 'zod'
import { toMessageIn } from './condition-texts.ts'

export const ruleNotFound = () => notFound('Rule')
export const setNotFound = () => notFound('Rule set')
export const memberNotFound = () => notFound('Member')

/** 400 as this module publishes it: one line, and the fields by name. */
export function invalidFields(fieldErrors: Readonly<Record<string, string>>): PlatformError {
  const lines = Object.entries(fieldErrors).map(([field, message]) => `${field}: ${message}`)
  return badInput(`Validation failed: ${lines.join(', ')}`, { fieldErrors })
}

const IN_USE = 'Already in use'

/** Answers for the business ids, of which there is one per tenant among what is not deleted. */
export const ruleIdTaken = () => invalidFields({ ruleId: IN_USE })
export const setIdTaken = () => invalidFields({ setId: IN_USE })

/** What is said of identifiers, as published. */
export const RULE_ID_REQUIRED = 'Rule id is required'
export const SET_ID_REQUIRED = 'Rule set id is required'
export const MEMBER_ID_REQUIRED = 'Member id is required'
export const INVALID_RULE_ID = 'Invalid rule id'
export const INVALID_SET_ID = 'Invalid rule set id'

/** 400 for a body that is not JSON. */
export const unreadableBody = () => badInput('Invalid JSON body')

/** Words invalid input as published, every issue after its path. */
export function toInputRefusal({ issues }: z.ZodError, { locale }: Pick<RequestFacts, 'locale'>): PlatformError {
  const lines = issues.map(({ path, message }) => `${path.join('.')}: ${toMessageIn(locale, message)}`)
  return badInput(`Validation failed: ${lines.join(', ')}`)
}

/** Like `toRefusal`, but an issue in one of these words is all that is answered, the first of them first. */
export const toRefusalWith =
  (...words: readonly string[]) =>
  (error: z.ZodError, reader: Pick<RequestFacts, 'locale'>): PlatformError => {
    const published = words.find((word) => error.issues.some(({ message }) => message === word))
    return published === undefined ? toInputRefusal(error, reader) : badInput(published)
  }
