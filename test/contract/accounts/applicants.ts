/** Where strangers ask for a tenant. */
export const PATH = '/onboarding/onboarding'
/** Where the mailed link leads, but for its token. */
export const VERIFY = '/api/onboarding/onboarding/verify?token='

/** A form in which everything is right. */
export const applicant = (email: string, more: object = {}) => ({
  email,
  firstName: 'Ada',
  lastName: 'Lovelace',
  organizationName: 'Engines',
  password: 'Chosen-123',
  confirmPassword: 'Chosen-123',
  termsAccepted: true,
  ...more,
})
