import { badInput, PlatformError } from '@plinth/core'

const message = 'Email already in use'

/** 400 for an email address that another account of the tenant has; for `constraints` of a command. */
export const emailTaken = {
  users_email_unique: (): PlatformError =>
    badInput(message, {
      fieldErrors: { email: message },
      details: [{ path: ['email'], message, code: 'duplicate', origin: 'validation' }],
    }),
}

/** Whether a command has failed because another account of the tenant has the address; for protocols with their own errors. */
export const isEmailTaken = (error: unknown): boolean => error instanceof PlatformError && error.message === message
