import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Chain, Link } from '../trail/chain.ts'
import { readRecord } from './record-text.ts'

const Hex = z.string().regex(/^[0-9a-f]{64}$/)

/** The first line of an archive file. */
export const ArchiveHeader = z.object({
  format: z.literal('plinth.actions/1'),
  tenant: z.guid(),
  month: z.string().regex(/^\d{4}-\d{2}$/),
  /**
   * Position of the first entry in the tenant's chain, and the hash of the previous one; null for the first entry of the
   * chain.
   */
  first: z.int().positive(),
  previous: Hex.nullable(),
})

/**
 * An entry. Everything that its digest covers is stored exactly as PostgreSQL prints it, because it is checked byte by byte.
 */
export const ArchivedEntry = z.object({
  number: z.int().positive(),
  digest: Hex,
  hash: Hex,
  entry: z.string(),
  /** Per changed row: its identity, the row before and after, and the schema version it was recorded under. */
  changes: z.array(z.tuple([z.string(), z.string().nullable(), z.string().nullable(), z.int()])),
  turns: z.array(z.object({ kind: z.enum(['undo', 'redo']), entry: z.guid(), actor: z.string(), at: z.string() })),
})
export type ArchivedEntry = z.infer<typeof ArchivedEntry>

/** The last line. It cannot be forged without the platform's secret. */
const ArchiveFooter = z.object({ entries: z.int().positive(), turns: z.int(), code: Hex })

/** The content of a file, after all of it has been verified. */
export interface ArchiveSummary {
  readonly tenantId: string
  readonly month: string
  readonly first: number
  /** The link that the first entry follows; null at the start of a chain. */
  readonly previous: Link | null
  readonly last: Link
  readonly entries: number
  readonly turns: number
}

export class ArchiveFault extends Error {
  override readonly name = 'ArchiveFault'
}

/**
 * Verifies a file line by line: each entry against its digest, each link against the previous one, and the whole file against
 * the platform's signature. Yields the entries, which are trustworthy only once the generator finishes without throwing;
 * returns a summary of the file.
 */
export async function* checkLines(
  lines: AsyncIterable<string>,
  chain: Chain,
): AsyncGenerator<ArchivedEntry, ArchiveSummary> {
  const content = createHash('sha256')
  let head: z.infer<typeof ArchiveHeader> | undefined
  let previous: Link | null = null
  let link: Link | null = null
  let foot: z.infer<typeof ArchiveFooter> | undefined
  let [entries, turns] = [0, 0]
  for await (const line of lines) {
    if (foot) throw new ArchiveFault('The file continues after its end')
    const value = parseArchiveLine(line)
    if (!head) {
      head = parseWith(ArchiveHeader, value, 'The file is not an archive of actions')
      if ((head.first === 1) !== (head.previous === null))
        throw new ArchiveFault('The file does not say which entry it follows')
      const { tenant: tenantId, first, previous: hash } = head
      link = previous = hash === null ? null : { tenantId, number: first - 1, hash: Buffer.from(hash, 'hex') }
    } else if ('code' in value) {
      foot = parseWith(ArchiveFooter, value, 'The last line is broken')
      if (!isClosedBy(foot, { chain, content: content.digest('hex'), link, entries, turns }))
        throw new ArchiveFault('The file is not signed by this platform, or has been changed')
      continue
    } else {
      const entry = parseWith(ArchivedEntry, value, `The line after entry ${link?.number ?? 0} is broken`)
      link = follow(chain, { tenantId: head.tenant, link, entry })
      entries++
      turns += entry.turns.length
      yield entry
    }
    content.update(line).update('\n')
  }
  if (!head || !foot || !link) throw new ArchiveFault('The file has no end: part of it is missing')
  return { tenantId: head.tenant, month: head.month, first: head.first, previous, last: link, entries, turns }
}

function follow(
  chain: Chain,
  { tenantId, link, entry }: { tenantId: string; link: Link | null; entry: ArchivedEntry },
): Link {
  const { number } = entry
  const text =
    entry.entry + entry.changes.map(([what, before, after]) => `${what}${before ?? ''}>${after ?? ''}`).join('')
  const digest = createHash('sha256').update(text).digest()
  if (digest.toString('hex') !== entry.digest)
    throw new ArchiveFault(`Entry ${number} differs from the entry that was chained`)
  if (readRecord(entry.entry)[0] !== tenantId) throw new ArchiveFault(`Entry ${number} belongs to another tenant`)
  const next = { tenantId, number, hash: Buffer.from(entry.hash, 'hex') }
  if (!chain.isNext(link, { ...next, digest }))
    throw new ArchiveFault(`Entry ${number} does not follow the one before it`)
  return next
}

interface FileEnd {
  readonly chain: Chain
  /** The hash of all lines before the last one. */
  readonly content: string
  readonly link: Link | null
  readonly entries: number
  readonly turns: number
}

/** The last line of a file. */
export function closeLine({ chain, link, entries, turns, content }: FileEnd): string {
  if (!link) throw new ArchiveFault('The file has no entries')
  const code = chain.authenticate(link, endText({ content, entries, turns })).toString('hex')
  return JSON.stringify({ entries, turns, code } satisfies z.infer<typeof ArchiveFooter>)
}

function isClosedBy(foot: z.infer<typeof ArchiveFooter>, { chain, link, entries, turns, content }: FileEnd): boolean {
  if (!link) throw new ArchiveFault('The file has no entries')
  if (foot.entries !== entries || foot.turns !== turns) return false
  return chain.isAuthentic(link, endText({ content, entries, turns }), Buffer.from(foot.code, 'hex'))
}

const endText = ({ content, entries, turns }: Pick<FileEnd, 'content' | 'entries' | 'turns'>) =>
  `archive ${content} ${entries} ${turns}`

function parseArchiveLine(line: string): object {
  try {
    const value: unknown = JSON.parse(line)
    if (typeof value === 'object' && value !== null) return value
  } catch {
    // Reported below, like any other malformed line.
  }
  throw new ArchiveFault('A line of the file is not JSON')
}

function parseWith<T>(schema: z.ZodType<T>, value: unknown, problem: string): T {
  const { data } = schema.safeParse(value)
  if (data === undefined) throw new ArchiveFault(problem)
  return data
}
