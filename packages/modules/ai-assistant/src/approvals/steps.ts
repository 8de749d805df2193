import { z } from 'zod'

export const RequestStep = z.object({
  kind: z.literal('request'),
  method: z.string(),
  path: z.string(),
  query: z.record(z.string(), z.unknown()).optional(),
  body: z.unknown(),
})
export type RequestStep = z.output<typeof RequestStep>

const ToolStep = z.object({ kind: z.literal('tool'), name: z.string(), args: z.unknown() })

/** One thing that a call does: a request for a route, or a tool that a module declares. */
export const CallStep = z.discriminatedUnion('kind', [RequestStep, ToolStep])
export type CallStep = z.output<typeof CallStep>

/** A step that was shown, with what its commands did then. */
export const ShownStep = z.object({ step: CallStep, fingerprints: z.array(z.string()) })
export type ShownStep = z.output<typeof ShownStep>
