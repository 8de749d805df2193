import { createHash } from 'node:crypto'
import { pipeline, Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import type { z } from 'zod'
import type { Chain, Link } from '../trail/chain.ts'
import { fileLines } from './archive-file.ts'
import {
  ArchiveFault,
  type ArchivedEntry,
  type ArchiveHeader,
  type ArchiveSummary,
  checkLines,
  closeLine,
} from './archive-lines.ts'
import { checkFile } from './archive-part.ts'
import { archiveAddress, type ArchiveStore } from './archive-store.ts'

interface RekeyedFile {
  readonly store: ArchiveStore
  readonly chain: Chain
  readonly address: Parameters<typeof archiveAddress>[0]
  /** The recomputed link before the first one; null at the start of the chain. */
  readonly previous: Link | null
}

/** Verifies a file, and returns what the links with these numbers will be after the rotation. */
export async function planFile({ numbers, ...file }: RekeyedFile & { readonly numbers: ReadonlySet<number> }): Promise<{
  readonly entries: number
  readonly links: readonly { readonly number: number; readonly former: Buffer; readonly hash: Buffer }[]
}> {
  const { store, chain, address } = file
  let link = file.previous
  const links: { number: number; former: Buffer; hash: Buffer }[] = []
  const { entries } = await checkFile({ store, chain, part: address }, (entry) => {
    link = follow(file, link, entry)
    if (numbers.has(entry.number))
      links.push({ number: entry.number, former: Buffer.from(entry.hash, 'hex'), hash: link.hash })
  })
  return { entries, links }
}

/** Replaces a file with one that has the same entries but was made with the current secret, and returns its last link. */
export async function rewriteFile(file: RekeyedFile): Promise<Link> {
  const { store, chain, address } = file
  const stored = await store.read(archiveAddress(address))
  if (!stored) throw new ArchiveFault(`The archive has no file ${archiveAddress(address).key}`)
  const lines = Readable.from(toLines(file, checkLines(fileLines(stored.stream), chain)), { objectMode: false })
  await store.write(
    archiveAddress(address),
    pipeline(lines, createGzip(), () => {}),
  )
  const { last } = await checkFile({ store, chain: chain.present, part: address })
  return last
}

/** The last line is written only if the former file was read to its end and is genuine. */
async function* toLines(
  file: RekeyedFile,
  entries: AsyncGenerator<ArchivedEntry, ArchiveSummary>,
): AsyncGenerator<string> {
  const { chain, previous, address } = file
  const content = createHash('sha256')
  const toLine = (value: object) => {
    const line = `${JSON.stringify(value)}\n`
    content.update(line)
    return line
  }
  yield toLine({
    format: 'plinth.actions/1',
    tenant: address.tenantId,
    month: address.month,
    first: address.first,
    previous: previous?.hash.toString('hex') ?? null,
  } satisfies z.infer<typeof ArchiveHeader>)
  let link = previous
  for (;;) {
    const { done, value } = await entries.next()
    if (done) {
      const { entries: count, turns } = value
      yield `${closeLine({ chain, content: content.digest('hex'), link, entries: count, turns })}\n`
      return
    }
    link = follow(file, link, value)
    yield toLine({ ...value, hash: link.hash.toString('hex') } satisfies ArchivedEntry)
  }
}

const follow = (
  { chain, address: { tenantId } }: RekeyedFile,
  previous: Link | null,
  { digest }: ArchivedEntry,
): Link => chain.follow(previous, { tenantId, digest: Buffer.from(digest, 'hex') })
