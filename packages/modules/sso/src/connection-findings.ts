import { z } from 'zod'

/** One thing that was tried at a connection. */
export const Finding = z.object({
  check: z.enum([
    'discovery',
    'endpoints',
    'keys',
    'pkce',
    'client_authentication',
    'scopes',
    'certificates',
    'sign_in_page',
    'domains',
    'logout',
  ]),
  outcome: z.enum(['passed', 'warning', 'failed']),
  /** What was found, and what to do about it. */
  message: z.string(),
})
export type Finding = z.output<typeof Finding>

/** Whether new people can sign in through a connection. */
export const explainDomains = (provenDomains: readonly string[]): Finding =>
  provenDomains.length > 0
    ? { check: 'domains', outcome: 'passed', message: `Proven domains: ${provenDomains.join(', ')}.` }
    : {
        check: 'domains',
        outcome: 'failed',
        message: 'No domain is proven, so nobody can sign in for the first time. Add one and its TXT record.',
      }

/** The message of an error and of what caused it. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const cause = error.cause instanceof Error && error.cause.message !== error.message ? `: ${error.cause.message}` : ''
  return `${error.message}${cause}`.slice(0, 500)
}
