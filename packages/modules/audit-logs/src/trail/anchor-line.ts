import { z } from 'zod'
import type { Chain, Link } from './chain.ts'

/** A link as a checkpoint sink stores it. */
const AnchorLine = z.object({
  tenant: z.guid(),
  number: z.int().positive(),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  at: z.iso.datetime(),
  /** HMAC of the fields above: write access to the sink is not enough to forge a valid line. */
  code: z.string().regex(/^[0-9a-f]{64}$/),
})

/** A link that the sink has a checkpoint for. */
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

/** Parses a line of the sink; null if it is not a valid checkpoint. */
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
