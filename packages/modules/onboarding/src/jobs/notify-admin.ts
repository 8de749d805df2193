import { defineJob } from '@plinth/core'
import { mail, sendMail } from '@plinth/points'
import { z } from 'zod'
import { settings } from '../settings.ts'

const requestMail = mail({
  id: 'onboarding.request',
  title: 'New onboarding request',
  values: z.object({ email: z.string(), organization: z.string() }),
  sample: { email: 'ada@acme.example', organization: 'Acme' },
  texts: { en: { subject: 'New onboarding request', text: '{email} asks for a tenant for "{organization}".\n' } },
})

/** Notifies the operator of the platform of a new request. */
export const notifyAdmin = defineJob({
  id: 'onboarding.notify-admin',
  payload: z.object({ email: z.string(), organizationName: z.string() }),
  retries: 3,
  async run(ctx) {
    const { payload, inject } = ctx
    const { adminEmail } = inject(settings)
    if (!adminEmail) return
    const values = { email: payload.email, organization: payload.organizationName }
    await sendMail(ctx, requestMail, { to: adminEmail, language: 'en', tenantId: null, values })
  },
})
