import { z } from 'zod'
import type { Locale } from '../define/locales.ts'

type Issues = z.ZodError['issues']

/** Reports what is wrong with a value again, with other messages. */
type ReportAgain = (messages: z.core.$ZodErrorMap) => Issues | undefined

const reports = new WeakMap<Issues, ReportAgain>()

/** Remembers how issues came about, in case somebody who reads another language is to read them. */
export function rememberReport(issues: Issues, again: ReportAgain): void {
  reports.set(issues, again)
}

/** The issues with Zod's messages in a language; unchanged if Zod does not know it. Messages of schemas themselves stay. */
export function issuesIn(language: Locale, issues: Issues): Issues {
  const again = reports.get(issues)
  const messages = Object.hasOwn(LOCALES, language) ? LOCALES[language]!().localeError : undefined
  return (messages && again?.(messages)) ?? issues
}

const LOCALES: Readonly<Record<string, () => { readonly localeError: z.core.$ZodErrorMap }>> = z.locales
