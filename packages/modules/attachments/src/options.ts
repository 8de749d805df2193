import { defineService } from '@plinth/core'

/** How files are limited. Each has a default; sizes are bytes. */
export interface AttachmentsOptions {
  /** The largest file. Default: 25 MiB. */
  readonly maxFileSize?: number
  /** What all files of a tenant may take. Deleted ones, until they are purged, may take as much again. Default: 512 MiB. */
  readonly tenantQuota?: number
  /** What stored renditions of a tenant's images may take, beside the quota. Default: 64 MiB. */
  readonly renditionQuota?: number
  /** Hours for which the bytes of a deleted file are kept, so that its deletion can be undone. Default: 24. */
  readonly undoHours?: number
  /** Minutes after which an upload that nobody finished is removed. Default: 120. */
  readonly uploadMinutes?: number
  /** True where the operator alone manages partitions: writing one is 403. Default: false. */
  readonly partitionsLocked?: boolean
  /** Whether texts of files in new partitions are read. Default: true. */
  readonly readsTexts?: boolean
}

export type Settings = Required<AttachmentsOptions>

const MIB = 1024 * 1024

/** The options of the module, with their defaults. */
export const settings = defineService<Settings>('attachments.settings')

export function withDefaults(options: AttachmentsOptions): Settings {
  return Object.freeze({
    maxFileSize: 25 * MIB,
    tenantQuota: 512 * MIB,
    renditionQuota: 64 * MIB,
    undoHours: 24,
    uploadMinutes: 120,
    partitionsLocked: false,
    readsTexts: true,
    ...options,
  })
}
