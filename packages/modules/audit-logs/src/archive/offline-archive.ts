import type { Readable } from 'node:stream'
import type { PlatformKeys } from '@plinth/core/security'
import { readAnchors as readSink } from '../trail/read-anchors.ts'
import { type Chain, createChain } from '../trail/chain.ts'
import type { CheckpointSink } from '../trail/checkpoint-sink.ts'
import { fileLines } from './archive-file.ts'
import { ArchiveFault, type ArchivedEntry, type ArchiveSummary, checkLines } from './archive-lines.ts'
import { type EntryColumns, readEntryColumns, readRecord } from './record-text.ts'

/** An archive file, from any source. */
export interface ArchiveFile {
  readonly name: string
  open(): Readable
}

/** The result of an offline verification. */
export interface ArchiveVerification {
  readonly files: number
  readonly entries: number
  /** Checkpoints kept outside the database that confirm an entry. */
  readonly checkpoints: number
  readonly faults: readonly { readonly file: string; readonly detail: string }[]
}

/**
 * Verifies archive files individually, as a sequence, and against the host's checkpoints: every entry against its digest,
 * every link against the previous one. Needs the platform's secret, but no database.
 */
export async function verifyArchive(
  files: readonly ArchiveFile[],
  { keys, sink }: { readonly keys: PlatformKeys; readonly sink?: CheckpointSink | undefined },
): Promise<ArchiveVerification> {
  const chain = createChain(keys)
  const anchors = await readAnchors(chain, sink)
  const faults: { file: string; detail: string }[] = []
  const found: { file: string; summary: ArchiveSummary }[] = []
  let [entries, checkpoints] = [0, 0]
  for (const { name: file, open } of files) {
    try {
      const summary = await readToEnd(checkLines(fileLines(open()), chain), (tenantId, { number, hash }) => {
        const anchored = anchors.get(`${tenantId} ${number}`)
        if (anchored === undefined) return
        checkpoints++
        if (anchored !== hash) faults.push({ file, detail: `A checkpoint has a different hash for entry ${number}` })
      })
      found.push({ file, summary })
      entries += summary.entries
    } catch (error) {
      faults.push({ file, detail: error instanceof Error ? error.message : String(error) })
    }
  }
  return { files: files.length, entries, checkpoints, faults: [...faults, ...gapsBetween(found)] }
}

/** Gaps between a tenant's files. */
function gapsBetween(found: readonly { file: string; summary: ArchiveSummary }[]) {
  const sorted = found.toSorted(({ summary: one }, { summary: other }) =>
    one.tenantId === other.tenantId ? one.first - other.first : one.tenantId < other.tenantId ? -1 : 1,
  )
  return sorted.flatMap(({ file, summary: { tenantId, first, previous } }, index) => {
    const before = sorted[index - 1]?.summary
    if (before?.tenantId !== tenantId) return []
    const follows = first === before.last.number + 1 && previous?.hash.equals(before.last.hash)
    return follows
      ? []
      : [{ file, detail: `Does not follow entry ${before.last.number}, the last one of the file before it` }]
  })
}

async function readAnchors(chain: Chain, sink: CheckpointSink | undefined): Promise<ReadonlyMap<string, string>> {
  const anchors = new Map<string, string>()
  if (!sink) return anchors
  for await (const anchor of readSink(chain, sink)) {
    if (anchor?.isAuthentic)
      anchors.set(`${anchor.link.tenantId} ${anchor.link.number}`, anchor.link.hash.toString('hex'))
  }
  return anchors
}

async function readToEnd(
  lines: AsyncGenerator<ArchivedEntry, ArchiveSummary>,
  report: (tenantId: string, entry: ArchivedEntry) => void,
): Promise<ArchiveSummary> {
  for (;;) {
    const { done, value } = await lines.next()
    if (done) return value
    report(readRecord(value.entry)[0] ?? '', value)
  }
}

/** An entry in human-readable form. */
export interface ReadableEntry extends Omit<EntryColumns, 'context' | 'epoch' | 'seq'> {
  readonly number: number
  readonly createdAt: string
  readonly context: unknown
  readonly changes: readonly {
    readonly table: string
    readonly id: string
    readonly before: unknown
    readonly after: unknown
  }[]
  readonly turns: ArchivedEntry['turns']
}

/** Search criteria; all of them must match. */
export interface ArchiveSearch {
  /** Text to find anywhere in the entry or the rows it changed, case-insensitive. */
  readonly text?: string | undefined
  readonly actor?: string | undefined
  readonly resource?: string | undefined
  readonly command?: string | undefined
}

/** Matching entries of a file. They are verified only once the generator finishes without throwing. */
export async function* searchArchive(
  file: ArchiveFile,
  { keys, search }: { readonly keys: PlatformKeys; readonly search: ArchiveSearch },
): AsyncGenerator<ReadableEntry> {
  const { text, actor, resource, command } = search
  const phrase = text?.toLowerCase()
  for await (const entry of checkLines(fileLines(file.open()), createChain(keys))) {
    const readable = toReadable(entry)
    if (actor !== undefined && ![readable.actorId, readable.actorUserId].includes(actor)) continue
    if (resource !== undefined && ![readable.resourceKind, readable.resourceId].includes(resource)) continue
    if (command !== undefined && readable.commandId !== command) continue
    if (phrase === undefined || JSON.stringify(readable).toLowerCase().includes(phrase)) yield readable
  }
}

function toReadable({ number, entry, changes, turns }: ArchivedEntry): ReadableEntry {
  const { context, epoch, seq: _, ...columns } = readEntryColumns(entry)
  return {
    number,
    ...columns,
    createdAt: new Date(Number(epoch) * 1000).toISOString(),
    context: parseText(context),
    changes: changes.map(([what, before, after]) => {
      const [, table = '', id = ''] = readRecord(what)
      if (!table || !id) throw new ArchiveFault(`A change of entry ${number} names no row`)
      return { table, id, before: parseText(before), after: parseText(after) }
    }),
    turns,
  }
}

const parseText = (text: string | null): unknown => (text === null ? null : JSON.parse(text))
