import { isPolluted } from '../../../packages/testing/src/prototypes.ts'
import { toCurl } from '../../../packages/testing/src/route-request.ts'
import type { openTogether } from '../../modules/together/_platform.ts'
import { withPrototypeNames } from './prototype-names.ts'
import { servedSamples } from './served-samples.ts'

/** What came of requests with names of prototypes. */
export interface NamesReport {
  readonly sent: number
  /** Answers that are no refusal and no success, and that tell what an object inherits. */
  readonly faults: readonly string[]
}

/** How much is sent: each way of each sample, or two of one sample of each so-manieth route. */
export type Share = 'all' | number

/**
 * Sends the samples that every module has of its routes, with names of prototypes in one more place each. Throws as soon as one
 * has changed what other objects inherit.
 */
export async function sendNames(app: Awaited<ReturnType<typeof openTogether>>, share: Share): Promise<NamesReport> {
  const faults: string[] = []
  let sent = 0
  for await (const { client, wire } of servedSamples(app, share)) {
    const variants = withPrototypeNames(wire)
    const some = share === 'all' ? variants : [variants[0], variants[1 + (sent % Math.max(1, variants.length - 1))]]
    for (const variant of some) {
      if (!variant) continue
      const changed = variant()
      const { method, path, headers, body } = changed
      const answer = await client.fetch(path, { method, headers, ...(body !== undefined && { body }) })
      const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream')
      if (isStream) await answer.body?.cancel()
      const text = isStream ? '' : await answer.text()
      sent++
      const what = `${method} ${path} ${answer.status} ${text.slice(0, 200)}\n  ${toCurl(changed)}`
      if (isPolluted()) throw new Error(`Changes what every object inherits: ${what}`)
      if (answer.status >= 500 || text.includes('[native code]')) faults.push(what)
    }
  }
  return { sent, faults }
}

/** What the classes of JSON values have, and what values inherit from them. */
export const describeBuiltIns = () =>
  [Object, Array, Function, String, Number, Boolean].flatMap((type) =>
    [type, type.prototype as object].map((holder) => Object.entries(Object.getOwnPropertyDescriptors(holder))),
  )
