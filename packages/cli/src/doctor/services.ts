import { mailer } from '@plinth/core'
import { createMailTransport, type HostOptions, type ToolPlatform } from '@plinth/host'
import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { failed, ok, type Result, skipped, warning } from './finding.ts'

/** Whether the mail server accepts the login. No email is sent. */
export async function checkMail({ host }: ToolPlatform, { services = [] }: HostOptions): Promise<Result> {
  const { env, dataFolder } = host
  const own = typeof services === 'function' ? services(host) : services
  if (own.some(({ id }) => id === mailer.id)) return skipped('the product has a mailer of its own')
  if (env.SMTP_URL === undefined) {
    const found = `SMTP_URL is not set: mail is written to ${dataFolder}/mail`
    return env.NODE_ENV === 'production' ? warning(found, 'Set SMTP_URL, or nobody gets an invitation') : skipped(found)
  }
  const folder = `${dataFolder}/mail`
  const transport = createMailTransport({ smtpUrl: env.SMTP_URL, from: env.MAIL_FROM, folder, log: { info() {} } })
  const { hostname } = new URL(env.SMTP_URL)
  try {
    await transport.verify()
    return ok(`${hostname} accepts mail from this host`)
  } catch (error) {
    return failed(
      `${hostname} cannot be used: ${(error as Error).message}`,
      'Check SMTP_URL: server, port, user and password',
    )
  } finally {
    await transport.close()
  }
}

const PROBE = 'a probe of plinth doctor'

/** Writes, reads and deletes a file where the product stores its files. */
export async function checkFiles({ platform, host }: ToolPlatform): Promise<Result> {
  if (!platform.modules.some(({ id }) => id === 'attachments')) return skipped('the product stores no files')
  const { storage } = await import('@plinth/attachments')
  const address = { partition: 'plinth-doctor', key: randomUUID() }
  const scope = { tenantId: randomUUID(), organizationId: null, organizationIds: null }
  const where = host.env.S3_BUCKET === undefined ? 'the folder for files' : `the bucket ${host.env.S3_BUCKET}`
  try {
    await platform.actAs({ actor: 'platform', reason: 'plinth doctor', scope }, async ({ inject }) => {
      const files = inject(storage)
      await files.write(address, Readable.from([PROBE]))
      try {
        const file = await files.read(address)
        if (!file || (await text(file.stream)) !== PROBE) throw new Error('the probe was not read back')
      } finally {
        await files.delete(address)
      }
    })
    return ok(`files can be written to, read from and deleted from ${where}`)
  } catch (error) {
    return failed(
      `files in ${where} cannot be used: ${(error as Error).message}`,
      'Check the variables that begin with S3_, or DATA_DIR',
    )
  }
}
