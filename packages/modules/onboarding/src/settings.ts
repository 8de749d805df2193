import { defineService } from '@plinth/core'

/** How strangers become customers. */
export interface OnboardingOptions {
  /** Whether they may. Default: true. False also ends the links that have been mailed. */
  readonly enabled?: boolean
  /** Who is told of every request. Default: nobody. */
  readonly adminEmail?: string | undefined
}

export const settings = defineService<OnboardingOptions>('onboarding.settings')

/** Hours a link works. */
export const LINK_HOURS = 24
/** Minutes until another link may be asked for. */
export const HOLD_MINUTES = 10
/** Days a finished request is kept, so that its link still leads to the login. */
export const KEPT_DAYS = 30
