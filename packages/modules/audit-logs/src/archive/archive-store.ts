import type { Readable } from 'node:stream'
import { defineService } from '@plinth/core'

/** Address of an archive file; its two names refer to nothing else. */
export interface ArchiveAddress {
  readonly partition: string
  readonly key: string
}

/**
 * Where months of the log are stored once they leave the database. Any `Storage` of `@plinth/attachments` works: a folder or
 * an S3-compatible store.
 */
export interface ArchiveStore {
  /** Stores all of `source`, replacing any existing file, and resolves when it would survive a power failure. */
  write(address: ArchiveAddress, source: Readable): Promise<void>
  /** Null when there is no such file. */
  read(address: ArchiveAddress): Promise<{ readonly stream: Readable } | null>
}

/**
 * Where the module stores its archive, and for how many days actions stay in the database if the tenant has not configured it;
 * null keeps them forever.
 */
export interface Archive {
  readonly store: ArchiveStore | null
  readonly actionDays: number | null
}

export const archive = defineService<Archive>('audit_logs.archive')

/** The address of the file with a tenant's entries from a given position of its chain. */
export const archiveAddress = ({ tenantId, month, first }: { tenantId: string; month: string; first: number }) => ({
  partition: 'audit-archive',
  key: `${tenantId}/${month}-${String(first).padStart(12, '0')}.ndjson.gz`,
})
