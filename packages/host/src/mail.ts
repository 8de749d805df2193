import { toHeaderText } from '@plinth/core/http'
import { randomBytes } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface Mail {
  /** A single plain address, without a display name. */
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html?: string
}

export interface MailTransport {
  /** Rejects if the server does not accept the email, or if an address is invalid. Subjects are reduced to a single line. */
  send(mail: Mail): Promise<void>
  /** Rejects if the server cannot be reached or rejects the login. */
  verify(): Promise<void>
  close(): Promise<void>
}

export interface MailTransportOptions {
  /** Without it, every email is written to a file. */
  readonly smtpUrl?: string | undefined
  readonly from: string
  /** The folder for `.eml` files, whose names sort by time. */
  readonly folder: string
  readonly log: { info(facts: object, message: string): void }
}

const SAFETY = { disableFileAccess: true, disableUrlAccess: true }
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }

/** Sends email with SMTP if a server is configured. Otherwise writes files that any email program can open. */
export function createMailTransport({ smtpUrl, from, folder, log }: MailTransportOptions): MailTransport {
  if (toHeaderText(from) !== from) throw new Error('The sender of a mail must be one line')
  if (smtpUrl) {
    const options = { url: smtpUrl, pool: true as const, ...TIMEOUTS, ...SAFETY }
    const smtp = lazily(async () => (await nodemailer()).createTransport(options, { from }))
    return {
      async send(mail) {
        const { messageId } = await (await smtp.get()).sendMail(checked(mail))
        log.info({ messageId, subject: mail.subject }, 'mail sent')
      },
      async verify() {
        await (await smtp.get()).verify()
      },
      close: () => smtp.close(),
    }
  }
  const options = { streamTransport: true as const, buffer: true, newline: 'windows', ...SAFETY }
  const composer = lazily(async () => (await nodemailer()).createTransport(options, { from }))
  return {
    async send(mail) {
      const { message } = await (await composer.get()).sendMail(checked(mail))
      const file = await store(folder, message as Buffer)
      log.info({ file, subject: mail.subject }, 'mail written to a file, because SMTP_URL is not set')
    },
    async verify() {},
    close: () => composer.close(),
  }
}

/** Loaded with the first email, because it would be a tenth of the code loaded at startup, and most processes send no email. */
const nodemailer = () => import('nodemailer')

function lazily<T extends { close(): void }>(open: () => Promise<T>) {
  let opened: Promise<T> | undefined
  return { get: () => (opened ??= open()), close: async () => (await opened)?.close() }
}

function checked({ to, subject, text, html }: Mail) {
  // nodemailer parses a string as a list; an object is always a single recipient.
  if (!/^[^\s@<>(),;:"\\]{1,64}@[^\s@<>(),;:"\\]{1,255}$/.test(to)) throw new Error('Not an e-mail address')
  return { to: { name: '', address: to }, subject: toHeaderText(subject), text, html }
}

async function store(folder: string, message: Buffer): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const name = `${new Date().toISOString().replaceAll(/[-:]/g, '')}-${randomBytes(4).toString('hex')}.eml`
  const file = join(folder, name)
  // Emails contain links that sign people in, so only the owner may read the files.
  await writeFile(`${file}.part`, message, { mode: 0o600, flag: 'wx' })
  await rename(`${file}.part`, file)
  return file
}
