import { z } from 'zod'

/** A text that the prelude cut; what is longer was not written by it. */
const Text = z.string().max(1_048_576)

/** What the process tells the host, one line of JSON each. It is believed in nothing. */
export const GuestFrame = z.discriminatedUnion('kind', [
  /** An engine without history waits. */
  z.strictObject({ kind: z.literal('ready') }),
  z.strictObject({ kind: z.literal('log'), text: Text }),
  z.strictObject({ kind: z.literal('call'), call: z.int(), text: Text }),
  /** Nothing is left to compute before a call is answered; `answers` have arrived so far. */
  z.strictObject({ kind: z.literal('waiting'), answers: z.int() }),
  /** `isBroken` says that the engine is, and that the process ends. */
  z.strictObject({ kind: z.literal('end'), ok: z.boolean(), text: Text, isBroken: z.boolean() }),
])

export type GuestFrame = z.output<typeof GuestFrame>
