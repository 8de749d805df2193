import { defineService } from '@plinth/core'

/** Options of self-service sign-up. */
export interface OnboardingOptions {
  /** Whether sign-up is allowed. Default: true. False also disables links that have already been mailed. */
  readonly enabled?: boolean
  /** Who is notified of every request. Default: nobody. */
  readonly adminEmail?: string | undefined
}

export const settings = defineService<OnboardingOptions>('onboarding.settings')

/** Hours for which a link is valid. */
export const LINK_HOURS = 24
/** Minutes until another link can be requested. */
export const HOLD_MINUTES = 10
/** Days for which a completed request is kept, so that its link still leads to the login. */
export const KEPT_DAYS = 30
