import { z } from 'zod'

const Request = z.object({
  kind: z.literal('request'),
  method: z.string(),
  path: z.string(),
  query: z.record(z.string(), z.unknown()).optional(),
  body: z.unknown(),
})
const Declared = z.object({ kind: z.literal('tool'), name: z.string(), args: z.unknown() })

/** One thing that a call does: a request for a route, or a tool that a module declares. */
export const ApprovalStep = z.discriminatedUnion('kind', [Request, Declared])
export type ApprovalStep = z.output<typeof ApprovalStep>

/** A step that was shown, with what its commands did then. */
export const ShownStep = z.object({ step: ApprovalStep, fingerprints: z.array(z.string()) })
export type ShownStep = z.output<typeof ShownStep>
