import type { Readable } from 'node:stream'
import { defineService } from '@plinth/core'

/** Where a file of the archive lies: two names that lead nowhere else. */
export interface ArchiveAddress {
  readonly partition: string
  readonly key: string
}

/**
 * Where months of the log are kept when they leave the database. Any `Storage` of `@plinth/attachments` is one: a folder, or
 * an S3-compatible store.
 */
export interface ArchiveStore {
  /** Stores all of `source` and resolves when it would survive a power failure. What was there is replaced. */
  write(address: ArchiveAddress, source: Readable): Promise<void>
  /** Null when there is no such file. */
  read(address: ArchiveAddress): Promise<{ readonly stream: Readable } | null>
}

/** What the module keeps its archive in, and for how many days actions stay where a tenant has not said; null for ever. */
export interface Archive {
  readonly store: ArchiveStore | null
  readonly actionDays: number | null
}

export const archive = defineService<Archive>('audit_logs.archive')

/** The file of the entries of a tenant from one place of its chain on. */
export const archiveAddress = ({ tenantId, month, first }: { tenantId: string; month: string; first: number }) => ({
  partition: 'audit-archive',
  key: `${tenantId}/${month}-${String(first).padStart(12, '0')}.ndjson.gz`,
})
