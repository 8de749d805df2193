import { defineJob, mailer } from '@plinth/core'
import { toHeaderText } from '@plinth/core/http'
import { z } from 'zod'
import { settings } from '../settings.ts'

/** Notifies the operator of the platform of a new request. */
export const notifyAdmin = defineJob({
  id: 'onboarding.notify-admin',
  payload: z.object({ email: z.string(), organizationName: z.string() }),
  retries: 3,
  async run({ payload, inject }) {
    const { adminEmail } = inject(settings)
    if (!adminEmail) return
    const text = toHeaderText(`${payload.email} asks for a tenant for "${payload.organizationName}".`)
    const html = `<p>${text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)}</p>\n`
    await inject(mailer).send({ to: adminEmail, subject: 'New onboarding request', text: `${text}\n`, html })
  },
})
