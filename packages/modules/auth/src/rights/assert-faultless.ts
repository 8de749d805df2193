import { badInput } from '@plinth/core'

/** What is wrong with the policy of a kind of records for an action. */
interface PolicyFault {
  readonly kind: string
  readonly action: string
  readonly message: string
}

/** Throws 400 with the faults of policies that are to be stored, if there are any. */
export function assertFaultless(faults: readonly PolicyFault[]): void {
  if (faults.length === 0) return
  const details = faults.map(({ kind, action, message }) => ({
    code: 'custom',
    path: ['policies', kind, action],
    message,
  }))
  throw badInput('Invalid input', { details })
}
