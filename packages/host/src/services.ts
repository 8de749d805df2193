import { type Logger, mailer, type Module, type PlatformOptions, provide } from '@plinth/core'
import type { HostContext } from './host-context.ts'
import type { HostOptions } from './host-options.ts'
import { createMailTransport, type MailTransport } from './mail.ts'
import { openStorage } from './storage.ts'

/** The services that the platform of a host uses. */
export interface HostServices {
  readonly services: NonNullable<PlatformOptions['services']>
  /** Undefined if the product sends its email itself. */
  readonly mail: MailTransport | undefined
}

interface Parts {
  readonly host: HostContext
  readonly modules: readonly Module[]
  readonly log: Logger
}

/** The services of the product, and those of the host that it does not replace. */
export async function openServices({ services = [] }: HostOptions, parts: Parts): Promise<HostServices> {
  const { host, modules, log } = parts
  const { env, dataFolder } = host
  const own = typeof services === 'function' ? services(host) : services
  const has = (id: string) => own.some((service) => service.id === id)
  const all = [...own]
  const mail = has(mailer.id)
    ? undefined
    : createMailTransport({ smtpUrl: env.SMTP_URL, from: env.MAIL_FROM, folder: `${dataFolder}/mail`, log })
  if (mail) all.push(provide(mailer, () => mail))
  if (modules.some(({ id }) => id === 'attachments')) {
    const { storage } = await import('@plinth/attachments')
    const files = has(storage.id) ? undefined : await openStorage(host)
    if (files) all.push(provide(storage, () => files))
  }
  return { services: all, mail }
}
