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
  /** Whether a rotation of the secret wrote the line, for a chain that it had recomputed. */
  anew: z.literal(true).optional(),
  /** HMAC of the fields above except the key: write access to the sink is not enough to forge a valid line. */
  code: z.string().regex(/^[0-9a-f]{64}$/),
})

/** A link that the sink has a checkpoint for. */
export interface Anchor {
  readonly link: Link
  readonly at: string
  readonly isAuthentic: boolean
  readonly isAnew: boolean
}

interface AnchorFacts {
  readonly at: string
  readonly isAnew?: boolean
}

export function toAnchorLine(chain: Chain, link: Link, { at, isAnew = false }: AnchorFacts): string {
  const { tenantId, number, hash } = link
  return JSON.stringify({
    tenant: tenantId,
    number,
    hash: hash.toString('hex'),
    at,
    key: chain.keyId,
    ...(isAnew && { anew: true as const }),
    code: chain.authenticate(link, toStated(at, isAnew)).toString('hex'),
  } satisfies z.input<typeof AnchorLine>)
}

/** Parses a line of the sink; null if it is not a valid checkpoint. */
export function readAnchorLine(chain: Chain, line: string): Anchor | null {
  const { data } = AnchorLine.safeParse(parseAnchorJson(line))
  if (!data) return null
  const { tenant: tenantId, number, hash, at, anew: isAnew = false, code } = data
  const link = { tenantId, number, hash: Buffer.from(hash, 'hex') }
  return { link, at, isAnew, isAuthentic: chain.isAuthentic(link, toStated(at, isAnew), Buffer.from(code, 'hex')) }
}

const toStated = (at: string, isAnew: boolean) => (isAnew ? `${at} anew` : at)

/**
 * States that the chains were recomputed with the current secret, so that earlier checkpoints no longer describe them. It
 * follows the checkpoints of the new chains, which have the same time.
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

/**
 * The time of a statement; undefined if it was not made with the current secret, null if the line is not a statement at all.
 */
export function readRetirementLine(chain: Chain, line: string): string | undefined | null {
  if (!line.startsWith('{"retired"')) return null
  const { data } = RetirementLine.safeParse(parseAnchorJson(line))
  if (!data) return null
  return chain.present.isStated(retirementText(data.at), Buffer.from(data.code, 'hex')) ? data.at : undefined
}

const retirementText = (at: string) => `retired\n${at}`

function parseAnchorJson(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}
