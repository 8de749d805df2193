import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

/** A mail as it arrived. */
export interface Received {
  readonly recipients: readonly string[]
  readonly email: Email
}

/** An SMTP server that takes everything but mail to `refused…`. */
export interface MailServer extends AsyncDisposable {
  readonly url: string
  readonly received: readonly Received[]
  /** Waits for the mail to an address; the newest when there are several. */
  mailTo(address: string): Promise<Email>
}

/** Starts a mail server on a free port. */
export async function startMailServer(): Promise<MailServer> {
  const received: Received[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, callback) =>
      callback(address.startsWith('refused') ? new Error('no such mailbox') : undefined),
    async onData(stream, { envelope }, callback) {
      const source = Buffer.concat((await stream.toArray()) as Buffer[])
      const recipients = envelope.rcptTo.map(({ address }) => address)
      received.push({ recipients, email: await PostalMime.parse(source) })
      callback()
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    received,
    async mailTo(address) {
      for (const deadline = Date.now() + 15_000; Date.now() < deadline; await sleep(20)) {
        const found = received.findLast(({ recipients }) => recipients.includes(address))
        if (found) return found.email
      }
      throw new Error(`No mail to ${address} has arrived`)
    },
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
