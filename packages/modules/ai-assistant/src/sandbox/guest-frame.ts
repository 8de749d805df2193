import { z } from 'zod'

/** Text truncated by the prelude; anything longer did not come from it. */
const Text = z.string().max(1_048_576)

/** Messages from process to host, one JSON line each. Their content is not trusted. */
export const GuestFrame = z.discriminatedUnion('kind', [
  /** A fresh engine is ready. */
  z.strictObject({ kind: z.literal('ready') }),
  z.strictObject({ kind: z.literal('log'), text: Text }),
  z.strictObject({ kind: z.literal('call'), call: z.int(), text: Text }),
  /** The code is waiting for a call; `answers` have arrived so far. */
  z.strictObject({ kind: z.literal('waiting'), answers: z.int() }),
  /** `isBroken` means that the engine failed and the process exits. */
  z.strictObject({ kind: z.literal('end'), ok: z.boolean(), text: Text, isBroken: z.boolean() }),
])

export type GuestFrame = z.output<typeof GuestFrame>
