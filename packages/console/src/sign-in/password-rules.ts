import { type PasswordPolicy, passwordSchema } from '@plinth/auth'
import { textsFor } from './texts.ts'

/** Describes the password policy in a sentence. */
export function passwordRules(policy: PasswordPolicy, locale: string): string {
  const texts = textsFor(locale)
  const asked = [
    'minLength',
    ...(policy.requireDigit ? ['digit'] : []),
    ...(policy.requireUpper ? ['upper'] : []),
    ...(policy.requireSpecial ? ['special'] : []),
  ]
  return texts.passwordAsks.replace('{list}', () => toList(asked, policy, texts.locale))
}

/** Describes in a sentence what a password lacks; undefined if it is valid. */
export function passwordProblem(policy: PasswordPolicy, password: string, locale: string): string | undefined {
  const texts = textsFor(locale)
  const { error } = passwordSchema(policy).safeParse(password)
  const broken = new Set((error?.issues ?? []).flatMap((issue) => (issue.code === 'custom' ? rulesOf(issue) : [])))
  if (broken.size === 0) return undefined
  const missing = Object.keys(texts.passwordParts).filter((rule) => broken.has(rule))
  if (missing.length === 0) return texts.commonPassword
  return texts.passwordLacks.replace('{list}', () => toList(missing, policy, texts.locale))
}

const rulesOf = ({ params }: { readonly params?: Readonly<Record<string, unknown>> | undefined }) =>
  (params?.['rules'] ?? []) as readonly string[]

function toList(rules: readonly string[], { minLength, maxLength }: PasswordPolicy, locale: string): string {
  const { passwordParts } = textsFor(locale)
  const parts = rules.map((rule) =>
    passwordParts[rule as keyof typeof passwordParts].replace(
      '{number}',
      String(rule === 'maxLength' ? maxLength : minLength),
    ),
  )
  // The English of these pages has no comma before "and".
  return new Intl.ListFormat(locale === 'en' ? 'en-GB' : locale, { type: 'conjunction' }).format(parts)
}
