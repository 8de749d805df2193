import { defineEntity, type InferEntity, p } from '@mikro-orm/core'
import { extensible, Scoped, TenantScoped } from '@plinth/core'
import type { Assignment } from './assignments.ts'

/** Defines where files of one kind are stored and who may read them. The code never changes. */
export const Partition = defineEntity({
  name: 'AttachmentPartition',
  tableName: 'attachment_partitions',
  extends: TenantScoped,
  properties: {
    code: p.string(),
    /** The environment variable that names its folder; two codes with the same variable would share the folder. */
    envKey: p.string(),
    title: p.string(),
    description: p.string().nullable(),
    isPublic: p.boolean(),
    requiresOcr: p.boolean(),
    ocrModel: p.string().nullable(),
  },
})
export type Partition = InferEntity<typeof Partition>

/** A file and the record it belongs to. */
export const Attachment = defineEntity({
  name: 'Attachment',
  tableName: 'attachments',
  extends: Scoped,
  properties: {
    /** `<module>:<entity>`, as in `catalog:catalog_product`. */
    entityId: p.string(),
    recordId: p.string(),
    partitionCode: p.string(),
    /** The published name: letters and digits of every script, `.`, `_`, `-`, and signs beyond ASCII. */
    fileName: p.string(),
    /** The name the client gave. */
    originalName: p.string(),
    /** The detected type. */
    mimeType: p.string(),
    /** Text files only; null means UTF-8. */
    encoding: p.string().nullable(),
    /** The type the client declared. */
    declaredType: p.string().nullable(),
    /** Bytes. */
    fileSize: p.bigint('number'),
    sha256: p.string(),
    /** The object that stores the bytes. */
    objectId: p.uuid(),
    tags: p.array<string>(),
    assignments: p.json<Assignment[]>(),
    custom: extensible('attachments:attachment'),
  },
})
export type Attachment = InferEntity<typeof Attachment>

/** The text extracted from a file. Its id is that of the object, so that an undone deletion restores it with the bytes. */
export const AttachmentText = defineEntity({
  name: 'AttachmentText',
  tableName: 'attachment_texts',
  extends: Scoped,
  properties: {
    /** `waiting`, `read` or `unreadable`. */
    state: p.string(),
    /** Why it is unreadable, as a one-word code. */
    reason: p.string().nullable(),
    content: p.text().default(''),
    /** Number of pages whose text is complete, out of the total. */
    pagesRead: p.integer().default(0),
    pages: p.integer().nullable(),
    attempts: p.integer().default(0),
    /** Whether extraction exceeded the first time limit, so that the file waits in the queue of slow files. */
    isLong: p.boolean().default(false),
    /** When the claim of the process that is reading it expires. */
    claimedUntil: p.datetime().nullable(),
  },
})

/** For tables without `createdAt` and `updatedAt`; their rows track time in dedicated columns. */
const untimed = { createdAt: p.datetime().persist(false), updatedAt: p.datetime().persist(false) }

/** Bytes in the storage, kept or released by other rows. */
export const AttachmentObject = defineEntity({
  name: 'AttachmentObject',
  tableName: 'attachment_objects',
  extends: TenantScoped,
  properties: {
    ...untimed,
    driver: p.string(),
    partitionCode: p.string(),
    objectKey: p.string(),
    /** `announced`, `kept`, `released` or `purging`. */
    state: p.string().default('announced'),
    /** Size in bytes; set once everything is stored. */
    size: p.bigint('number').defaultRaw('0'),
    changedAt: p.datetime(),
  },
})

/** A file that another module keeps, and serves by itself. */
export const HeldFile = defineEntity({
  name: 'HeldFile',
  tableName: 'attachment_held_files',
  extends: TenantScoped,
  properties: {
    ...untimed,
    objectId: p.uuid(),
    /** Bytes. */
    fileSize: p.bigint('number'),
  },
})

/** A stored rendition of an image, and when it was last requested. */
export const StoredRendition = defineEntity({
  name: 'StoredRendition',
  tableName: 'attachment_renditions',
  extends: TenantScoped,
  properties: {
    ...untimed,
    attachmentId: p.uuid(),
    name: p.string(),
    driver: p.string(),
    partitionCode: p.string(),
    objectKey: p.string(),
    size: p.bigint('number'),
    mimeType: p.string(),
    usedAt: p.datetime(),
  },
})

/** A resumable upload. The file created from it has the same id. */
export const ResumableUpload = defineEntity({
  name: 'ResumableUpload',
  tableName: 'attachment_uploads',
  extends: Scoped,
  properties: {
    ...untimed,
    organizationId: p.uuid(),
    /** The actor who started it; only they can resume it. */
    createdBy: p.string(),
    /** Total bytes, and bytes received so far. */
    size: p.bigint('number'),
    received: p.bigint('number').defaultRaw('0'),
    parts: p.integer().default(0),
    isFinished: p.boolean().default(false),
    /** The parsed upload metadata. */
    fields: p.json<Readonly<Record<string, string>>>(),
    /** The raw `Upload-Metadata` header. Null if a host running the previous version started the upload. */
    metadata: p.text().nullable(),
    changedAt: p.datetime(),
  },
})
