import { composition, defineJob } from '@plinth/core'
import { people } from '@plinth/core/acl'
import { texts } from '@plinth/core/http'
import { mail, mails, sendMail } from '@plinth/points'
import { z } from 'zod'

const disabledMail = mail({
  id: 'webhooks.disabled',
  title: 'Webhook endpoint was disabled',
  values: z.object({ url: z.string(), reason: z.string(), link: z.url() }),
  sample: {
    url: 'https://hooks.example.com/orders',
    reason: 'The receiver answered 410 Gone',
    link: 'https://acme.example/backend',
  },
  required: ['url'],
  texts: {
    en: {
      subject: 'A webhook endpoint was disabled',
      text: 'Hello,\n\nthe webhook endpoint {url} gets no more events: {reason}.\n\nWhen it can be reached again, enable it:\n\n{link}\n',
    },
    de: {
      subject: 'Ein Webhook-Endpunkt wurde deaktiviert',
      text: 'Guten Tag,\n\nder Webhook-Endpunkt {url} erhält keine Ereignisse mehr: {reason}.\n\nAktivieren Sie ihn, sobald er wieder erreichbar ist:\n\n{link}\n',
    },
    es: {
      subject: 'Se ha desactivado un destino de webhook',
      text: 'Hola:\n\nEl destino de webhook {url} ya no recibe eventos: {reason}.\n\nActívelo cuando vuelva a estar disponible:\n\n{link}\n',
    },
    pl: {
      subject: 'Wyłączono punkt końcowy webhooka',
      text: 'Dzień dobry,\n\npunkt końcowy webhooka {url} nie otrzymuje już zdarzeń: {reason}.\n\nGdy znów będzie dostępny, włącz go:\n\n{link}\n',
    },
  },
})

/** The emails of this module. */
export const ownMails = mails.of(disabledMail)

/** Tells the owner of an endpoint that it was disabled. */
export const tellOwner = defineJob({
  id: 'webhooks.tell-owner',
  payload: z.object({ ownerId: z.uuid(), url: z.string(), reason: z.string() }),
  retries: 12,
  async run(ctx) {
    const { payload, inject, locale } = ctx
    const { ownerId, url, reason } = payload
    const [owner] = (await inject(people).find([ownerId])).get(ownerId) ?? []
    if (!owner) return
    const { language } = await locale()
    await sendMail(ctx, disabledMail, {
      to: owner.email,
      language,
      values: { url, reason: inject(texts).message(language, reason), link: inject(composition).origin },
    })
  },
})
