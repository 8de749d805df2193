import { z } from 'zod'
import type { Chain, Link } from './chain.ts'

/** A link as a checkpoint sink keeps it. */
const AnchorLine = z.object({
  tenant: z.guid(),
  number: z.int().positive(),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  at: z.iso.datetime(),
  /** HMAC of the above: whoever can write into the sink cannot make a line that counts. */
  code: z.string().regex(/^[0-9a-f]{64}$/),
})

/** A link that the sink says there was. */
export interface Anchor {
  readonly link: Link
  readonly at: string
  readonly isAuthentic: boolean
}

export function toAnchorLine(chain: Chain, link: Link, at: string): string {
  const { tenantId, number, hash } = link
  const code = chain.authenticate(link, at).toString('hex')
  return JSON.stringify({ tenant: tenantId, number, hash: hash.toString('hex'), at, code } satisfies z.input<
    typeof AnchorLine
  >)
}

/** What a line says; null for one that is no checkpoint. */
export function readAnchorLine(chain: Chain, line: string): Anchor | null {
  const { data } = AnchorLine.safeParse(parseAnchorJson(line))
  if (!data) return null
  const link = { tenantId: data.tenant, number: data.number, hash: Buffer.from(data.hash, 'hex') }
  return { link, at: data.at, isAuthentic: chain.isAuthentic(link, data.at, Buffer.from(data.code, 'hex')) }
}

function parseAnchorJson(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}
