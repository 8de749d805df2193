import { defineService } from './service.ts'

/** A message, as text and as HTML. */
export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** Sends email. Rejects if the message could not be handed over. */
export interface Mailer {
  send(mail: Mail): Promise<void>
}

/** Resolve with `inject(mailer)`; provided by the host application. */
export const mailer = defineService<Mailer>('core.mailer')
