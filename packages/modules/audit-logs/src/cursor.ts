import { badInput, type Context } from '@plinth/core'
import type { HistoryPosition } from '@plinth/core/data'
import { keyRing } from '@plinth/core/security'
import { z } from 'zod'

const PURPOSE = 'audit_logs.cursor'

const Position = z.object({ createdAt: z.string(), seq: z.number() })

/**
 * A position in the log as text. It is encrypted: it may be that of a hidden entry, and the numbers of entries tell how many other
 * tenants have.
 */
export const toCursor = ({ inject }: Pick<Context, 'inject'>, { createdAt, seq }: HistoryPosition): string =>
  Buffer.from(inject(keyRing).encrypt(PURPOSE, JSON.stringify({ createdAt, seq }))).toString('base64url')

/** The position of a cursor. Throws 400 for any other text. */
export function fromCursor({ inject }: Pick<Context, 'inject'>, cursor: string): HistoryPosition {
  try {
    const text = Buffer.from(cursor, 'base64url').toString()
    return Position.parse(JSON.parse(inject(keyRing).decrypt(PURPOSE, text)))
  } catch {
    throw badInput('Invalid cursor', { fieldErrors: { cursor: 'Invalid cursor' } })
  }
}
