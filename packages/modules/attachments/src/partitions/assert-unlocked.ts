import { type Context, forbidden } from '@plinth/core'
import { settings } from '../options.ts'

/** Throws 403 if only the operator manages partitions. */
export function assertUnlocked({ inject }: Pick<Context, 'inject'>): void {
  if (inject(settings).partitionsLocked)
    throw forbidden('Attachment partitions are managed by the environment in demo/onboarding mode.')
}
