import { badInput, type PlatformError } from '@plinth/core'

const message = 'Email already in use'

/** 400 for an e-mail that another account of the tenant has; for a command's `constraints`. */
export const emailTaken = {
  users_email_unique: (): PlatformError =>
    badInput(message, {
      fieldErrors: { email: message },
      details: [{ path: ['email'], message, code: 'duplicate', origin: 'validation' }],
    }),
}
