import { defineEntity, p } from '@mikro-orm/core'
import { Scoped } from '@plinth/core'

/** A request for a tenant. Its tenant and organization ids are those that will be created. */
export const OnboardingRequest = defineEntity({
  name: 'OnboardingRequest',
  tableName: 'onboarding_requests',
  extends: Scoped,
  properties: {
    organizationId: p.uuid(),
    email: p.text(),
    /** The address in lower case, by which requests are found; written by the database. */
    emailKey: p.text().nullable(),
    firstName: p.text(),
    lastName: p.text(),
    organizationName: p.text(),
    locale: p.text(),
    passwordHash: p.text().nullable(),
    marketingConsent: p.boolean(),
    ipAddress: p.text().nullable(),
    /** `pending` or `completed`. */
    status: p.text().default('pending'),
    tokenHash: p.text(),
    /** Hash of the cookie of the browser that sent the request. */
    browserHash: p.text().nullable(),
    mailedAt: p.datetime().nullable(),
    expiresAt: p.datetime(),
    completedAt: p.datetime().nullable(),
  },
})
