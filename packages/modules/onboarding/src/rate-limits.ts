import { defineRateLimit, type RequestFacts } from '@plinth/core/http'

const key = ({ network }: RequestFacts) => network

/** Every request sends an email, so an IP address is limited to ten in ten minutes. */
export const requestLimit = defineRateLimit({ name: 'onboarding-ip', points: 10, window: 600, block: 600, key })

/** Tokens cannot be guessed, but every attempt costs a database query. */
export const verifyLimit = defineRateLimit({ name: 'onboarding-verify-ip', points: 60, window: 60, block: 60, key })
