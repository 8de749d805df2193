import type { Context } from '@plinth/core'
import { type Chain } from '../trail/chain.ts'
import type { TrailRead } from '../trail/fault.ts'
import { fileLines, type Segment, toFile } from './archive-file.ts'
import { ArchiveFault, type ArchivedEntry, type ArchiveSummary, checkLines } from './archive-lines.ts'
import { archiveAddress, type ArchiveStore } from './archive-store.ts'
import { dropArchived } from './drop-archived.ts'

/** Dependencies for archiving parts. */
export interface ArchiveDeps {
  readonly read: TrailRead
  readonly chain: Chain
  readonly store: ArchiveStore
}

/**
 * Moves part of a chain into the archive: writes the file, reads it back and verifies it, and only then drops the rows. After
 * a crash in between, the rows are still in the database and the next night replaces the file. Returns false if any of the
 * rows have changed in the meantime.
 */
export async function archivePart(
  ctx: Pick<Context, 'run'>,
  archiving: ArchiveDeps,
  segment: Segment,
): Promise<boolean> {
  const { read, chain, store } = archiving
  await store.write(archiveAddress(segment), toFile(read, chain, segment))
  return dropWhole(ctx, archiving, segment)
}

/** Drops a part whose file is complete. */
export async function dropWhole(
  { run }: Pick<Context, 'run'>,
  { chain, store }: ArchiveDeps,
  { tenantId, month, first, last }: Omit<Segment, 'previous'>,
): Promise<boolean> {
  const found = await checkFile({ store, chain, part: { tenantId, month, first } })
  if (found.tenantId !== tenantId || found.first !== first || found.last.number !== last)
    throw new ArchiveFault('The file of the archive does not contain what was written')
  const hash = found.last.hash.toString('hex')
  const { isDropped } = await run(dropArchived, { tenantId, month, first, last, hash, turns: found.turns })
  return isDropped
}

/** Reads a stored file to the end and reports each entry before the file is fully verified. Throws if the file was altered. */
export async function checkFile(
  {
    store,
    chain,
    part,
  }: Pick<ArchiveDeps, 'store' | 'chain'> & { readonly part: Parameters<typeof archiveAddress>[0] },
  report: (entry: ArchivedEntry) => Promise<void> | void = () => {},
): Promise<ArchiveSummary> {
  const address = archiveAddress(part)
  const file = await store.read(address)
  if (!file) throw new ArchiveFault(`The archive has no file ${address.key}`)
  const entries = checkLines(fileLines(file.stream), chain)
  for (;;) {
    const { done, value } = await entries.next()
    if (done) return value
    await report(value)
  }
}
