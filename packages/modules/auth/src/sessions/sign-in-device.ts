import type { Context } from '@plinth/core'
import type { RequestFacts } from '@plinth/core/http'
import { z } from 'zod'
import { credentials } from '../credentials.ts'
import { deviceOf, knownDevice } from '../known-device.ts'

/** Where a sign-in comes from, as shown to the owner of the account. */
export const SignInDevice = z.object({
  userAgent: z.string().nullable(),
  ipAddress: z.string().nullable(),
  deviceHash: z.string().nullable(),
  /** Whether this browser has signed in to the account before. */
  isKnown: z.boolean(),
})
export type SignInDevice = z.output<typeof SignInDevice>

const MAX_AGENT = 400

/** Describes the browser of a request. */
export function toSignInDevice(
  { inject }: Pick<Context, 'inject'>,
  request: RequestFacts,
  email: string,
): SignInDevice {
  return {
    userAgent: request.headers.get('user-agent')?.slice(0, MAX_AGENT) ?? null,
    ipAddress: request.ip.slice(0, 100),
    deviceHash: inject(credentials).hash(`device ${deviceOf(request)}`),
    isKnown: knownDevice(request, email) !== null,
  }
}
