import { createHash } from 'node:crypto'
import { areSigned, type SecretKey, signValues } from '@plinth/core/security'

/** A hash of a tool's arguments, whatever the order of their members. */
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
 * Who brings a token back: `caller` whoever was shown the preview, `client` one that is asked for its person's answer.
 * A token of one is none of the other: models see the first kind.
 */
export type TokenBearer = 'caller' | 'client'

const PURPOSES = { caller: 'ai_assistant.approval', client: 'ai_assistant.approval.client' } as const

/** The platform's key that signs the tokens. */
export const APPROVALS_KEY = 'ai_assistant.approvals'

interface ApprovalKey {
  readonly key: SecretKey
  readonly bearer: TokenBearer
}

/** `<id>.<signature>`: whoever shows it was told that something waits to be confirmed, and nothing more. */
export function toApprovalToken({ key, bearer }: ApprovalKey, id: string): string {
  return `${id}.${signValues({ key, purpose: PURPOSES[bearer], values: [id] })}`
}

/** The approval that a token of ours names; null for any other text. */
export function fromApprovalToken({ key, bearer }: ApprovalKey, token: string): string | null {
  const at = token.indexOf('.')
  const [id, signature] = [token.slice(0, at), token.slice(at + 1)]
  return areSigned({ keys: [key], purpose: PURPOSES[bearer], values: [id], signature }) ? id : null
}
