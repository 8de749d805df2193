import { z } from 'zod'
import type { Chain, Link } from './chain.ts'

/** A link as a checkpoint sink stores it. */
const AnchorLine = z.object({
  tenant: z.guid(),
  number: z.int().positive(),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  at: z.iso.datetime(),
  /** The id of the key that made the code; versions before the key ring did not name it. */
  key: z.string().optional(),
  /** HMAC of the fields above except the key: write access to the sink is not enough to forge a valid line. */
  code: z.string().regex(/^[0-9a-f]{64}$/),
})

/** A link that the sink has a checkpoint for. */
export interface Anchor {
  readonly link: Link
  readonly at: string
  readonly isAuthentic: boolean
  /** The id of the key that made it; null if the line does not say. */
  readonly keyId: string | null
  /** Whether it was made with the present secret. */
  readonly isPresent: boolean
}

export function toAnchorLine(chain: Chain, link: Link, at: string): string {
  const { tenantId, number, hash } = link
  const code = chain.authenticate(link, at).toString('hex')
  return JSON.stringify({
    tenant: tenantId,
    number,
    hash: hash.toString('hex'),
    at,
    key: chain.keyId,
    code,
  } satisfies z.input<typeof AnchorLine>)
}

/** Parses a line of the sink; null if it is not a valid checkpoint. */
export function readAnchorLine(chain: Chain, line: string): Anchor | null {
  const { data } = AnchorLine.safeParse(parseAnchorJson(line))
  if (!data) return null
  const link = { tenantId: data.tenant, number: data.number, hash: Buffer.from(data.hash, 'hex') }
  const code = Buffer.from(data.code, 'hex')
  return {
    link,
    at: data.at,
    isAuthentic: chain.isAuthentic(link, data.at, code),
    keyId: data.key ?? null,
    isPresent: chain.present.isAuthentic(link, data.at, code),
  }
}

/**
 * States that the chains were made anew with the present secret: checkpoints that other keys made no longer describe them. It
 * comes after checkpoints of the new chains.
 */
const RetirementLine = z.object({
  retired: z.literal(true),
  at: z.iso.datetime(),
  key: z.string(),
  code: z.string().regex(/^[0-9a-f]{64}$/),
})

export const toRetirementLine = (chain: Chain, at: string): string =>
  JSON.stringify({
    retired: true,
    at,
    key: chain.keyId,
    code: chain.state(retirementText(at)).toString('hex'),
  } satisfies z.input<typeof RetirementLine>)

/** Whether the line is a statement of the present secret; null if it is no such statement at all. */
export function readRetirementLine(chain: Chain, line: string): boolean | null {
  if (!line.startsWith('{"retired"')) return null
  const { data } = RetirementLine.safeParse(parseAnchorJson(line))
  return data ? chain.present.isStated(retirementText(data.at), Buffer.from(data.code, 'hex')) : null
}

const retirementText = (at: string) => `retired\n${at}`

function parseAnchorJson(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}
