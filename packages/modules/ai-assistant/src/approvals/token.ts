import { createHash } from 'node:crypto'
import type { KeyRing } from '@plinth/core/security'

/** Hashes a tool's arguments, independent of key order. */
export function hashArguments(args: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(sorted(args)) ?? '')
    .digest('base64url')
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(entries.map(([name, member]) => [name, sorted(member)]))
}

/**
 * Who may present the token: `caller` is whoever was shown the preview, and `client` is a client that asks its user. The two
 * are not interchangeable, since models see tokens of the first kind.
 */
export type TokenBearer = 'caller' | 'client'

const PURPOSES = { caller: 'ai_assistant.approval', client: 'ai_assistant.approval.client' } as const

interface ApprovalKeys {
  readonly ring: KeyRing
  readonly bearer: TokenBearer
}

/** `<id>.<signature>`. It only proves that its holder was told of a pending approval. */
export function toApprovalToken({ ring, bearer }: ApprovalKeys, id: string): string {
  return `${id}.${ring.sign(PURPOSES[bearer], [id])}`
}

/** The approval id of a valid token; null otherwise. */
export function fromApprovalToken({ ring, bearer }: ApprovalKeys, token: string): string | null {
  const at = token.indexOf('.')
  const [id, signature] = [token.slice(0, at), token.slice(at + 1)]
  return ring.isSigned(PURPOSES[bearer], [id], signature) ? id : null
}
