import { createHmac } from 'node:crypto'
import type { TestPlatform } from '@plinth/testing'
import { SECRET } from '../_frame/host.ts'

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** An access token of the host's own key by default, whatever it claims. */
export function forge(
  claims: object,
  { secret = SECRET, alg = 'HS256' }: { secret?: string; alg?: string } = {},
): string {
  const text = `${encode({ alg, typ: 'JWT' })}.${encode(claims)}`
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
}

/** The token in the newest mail's link. */
export const mailedToken = ({ mails }: Pick<TestPlatform, 'mails'>, path = '/reset/'): string =>
  mails
    .at(-1)
    ?.text.split(path)[1]
    ?.match(/^[0-9a-f]+/)?.[0] ?? 'no link'

/** Lets the work after an answer end, and the jobs that it queued. */
export async function deliver(app: Pick<TestPlatform, 'settled' | 'jobs'>): Promise<void> {
  await app.settled()
  await app.jobs()
}
