import { createHash } from 'node:crypto'
import { createInterface } from 'node:readline'
import { pipeline, Readable } from 'node:stream'
import { createGunzip, createGzip } from 'node:zlib'
import { sql } from '@plinth/core'
import type { Chain, Link } from '../trail/chain.ts'
import { changeText, entryText } from '../trail/digest.ts'
import type { TrailRead } from '../trail/fault.ts'
import { entriesAt, type ChainRange, pagesOf, portionsAt } from '../trail/chain-portions.ts'
import { type ArchivedEntry, ArchiveFault, closeLine, type ArchiveHeader } from './archive-lines.ts'
import type { z } from 'zod'

/** Part of a tenant's chain, archived as one file. */
export interface Segment {
  readonly tenantId: string
  /** `2026-05` */
  readonly month: string
  readonly first: number
  readonly last: number
  /** The link before the first one; null at the start of the chain. */
  readonly previous: Link | null
}

/** An archive file: gzipped, one JSON document per line. The stream fails if the entries cannot be read. */
export function toFile(read: TrailRead, chain: Chain, segment: Segment): Readable {
  const lines = Readable.from(toLines(read, chain, segment), { objectMode: false })
  // Errors surface in the reader of the stream.
  return pipeline(lines, createGzip(), () => {})
}

/** The lines of a file. Throws when the compressed data is corrupt. */
export async function* fileLines(file: Readable): AsyncGenerator<string> {
  const text = file.pipe(createGunzip())
  file.once('error', (error) => text.destroy(error))
  const lines = createInterface({ input: text, crlfDelay: Infinity })
  const failed = new Promise<never>((_, reject) => text.once('error', reject))
  failed.catch(() => {})
  try {
    for (const next = lines[Symbol.asyncIterator](); ;) {
      const { done, value } = await Promise.race([next.next(), failed])
      if (done) break
      yield value
    }
  } finally {
    file.destroy()
    text.destroy()
  }
}

async function* toLines(read: TrailRead, chain: Chain, segment: Segment): AsyncGenerator<string> {
  const { tenantId, month, first, last, previous } = segment
  const content = createHash('sha256')
  const toLine = (value: object) => {
    const line = `${JSON.stringify(value)}\n`
    content.update(line)
    return line
  }
  yield toLine({
    format: 'plinth.actions/1',
    tenant: tenantId,
    month,
    first,
    previous: previous?.hash.toString('hex') ?? null,
  } satisfies z.infer<typeof ArchiveHeader>)
  let [link, entries, turns] = [previous, 0, 0]
  for (const page of pagesOf(segment))
    for await (const portion of portionsAt(read, page))
      for (const entry of await readEntries(read, portion)) {
        yield toLine(entry)
        link = { tenantId, number: entry.number, hash: Buffer.from(entry.hash, 'hex') }
        entries++
        turns += entry.turns.length
      }
  // Another host may have archived it in the meantime: an incomplete part must not replace its file.
  if (link?.number !== last) throw new ArchiveFault('Entries of the part disappeared while it was being written')
  yield `${closeLine({ chain, content: content.digest('hex'), link, entries, turns })}\n`
}

async function readEntries(read: TrailRead, range: ChainRange): Promise<readonly ArchivedEntry[]> {
  const { rows } = await read((db) =>
    sql<ArchivedEntry>`
      select s.number::integer as number, encode(s.digest, 'hex') as digest, encode(s.hash, 'hex') as hash, ${entryText} as entry,
        (select coalesce(json_agg(json_build_array(${changeText}, c.before::text, c.after::text, c.schema) order by c.seq), '[]')
          from plinth.changes c where c.tenant_id = e.tenant_id and c.entry_id = e.id) as changes,
        (select coalesce(json_agg(json_build_object('kind', t.kind, 'entry', t.entry_id, 'actor', t.actor_id,
            'at', t.created_at) order by t.kind desc), '[]')
          from plinth.turns t where t.tenant_id = e.tenant_id and t.source_id = e.id) as turns
      from ${entriesAt(range)} order by s.number`.execute(db),
  )
  return rows
}
