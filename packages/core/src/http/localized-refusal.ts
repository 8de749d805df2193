import type { z } from 'zod'
import type { Locale } from '../define/locales.ts'
import type { Texts } from '../define/texts.ts'
import { isPlain } from '../plain-object.ts'
import { issuesIn } from './localized-issues.ts'

/** More messages in one response stay in English, so that nobody makes a host translate hundreds. */
const MOST = 100

type ErrorBody = Readonly<Record<string, unknown>>

/** The body of an error response in a language: its text, the messages of its fields, and the issues of its schema. */
export function toRefusalIn(texts: Texts, language: Locale, body: ErrorBody): ErrorBody {
  if (language === 'en') return body
  const tell = (message: unknown) => (typeof message === 'string' ? texts.message(language, message) : message)
  const told = Object.entries(body).map(([name, value]) => {
    if (name === 'error' || name === 'message') return [name, tell(value)]
    if ((name === 'fieldErrors' || name === 'fields') && isPlain(value) && Object.keys(value).length <= MOST)
      return [name, mapValues(value, tell)]
    if ((name === 'details' || name === 'issues') && isIssues(value) && value.length <= MOST)
      return [name, issuesIn(language, value).map((issue) => ({ ...issue, message: tell(issue.message) }))]
    return [name, value]
  })
  return Object.fromEntries(told) as ErrorBody
}

const mapValues = (values: object, map: (value: unknown) => unknown) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]))

const isIssues = (value: unknown): value is z.ZodError['issues'] =>
  Array.isArray(value) && value.every((issue) => isPlain(issue) && 'message' in issue && 'path' in issue)
