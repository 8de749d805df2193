import { defineService } from './service.ts'

/** One message, as text and as HTML. */
export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** Sends mail. Rejects when the message could not be handed over. */
export interface Mailer {
  send(mail: Mail): Promise<void>
}

/** Resolve with `get(mailer)`; the host provides it. */
export const mailer = defineService<Mailer>('core.mailer')
