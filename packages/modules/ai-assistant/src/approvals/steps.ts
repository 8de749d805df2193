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

/** One step of a call: a request to a route, or a declared tool. */
export const CallStep = z.discriminatedUnion('kind', [RequestStep, ToolStep])
export type CallStep = z.output<typeof CallStep>

/** A step as previewed, with the fingerprints of its commands. */
export const ShownStep = z.object({ step: CallStep, fingerprints: z.array(z.string()) })
export type ShownStep = z.output<typeof ShownStep>
