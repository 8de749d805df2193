import { defineEntity, type InferEntity, p } from '@mikro-orm/core'
import { Scoped, TenantScoped } from '@plinth/core'
import type { Assignment } from './assignments.ts'

/** Where files of one kind lie, and who may see them. The code never changes. */
export const Partition = defineEntity({
  name: 'AttachmentPartition',
  tableName: 'attachment_partitions',
  extends: TenantScoped,
  properties: {
    code: p.string(),
    /** The environment variable of its folder; two codes with the same one would share it. */
    envKey: p.string(),
    title: p.string(),
    description: p.string().nullable(),
    isPublic: p.boolean(),
    requiresOcr: p.boolean(),
    ocrModel: p.string().nullable(),
  },
})
export type Partition = InferEntity<typeof Partition>

/** One file, and the record that it belongs to. */
export const Attachment = defineEntity({
  name: 'Attachment',
  tableName: 'attachments',
  extends: Scoped,
  properties: {
    /** `<module>:<entity>`, as in `catalog:catalog_product`. */
    entityId: p.string(),
    recordId: p.string(),
    partitionCode: p.string(),
    /** As published: letters, digits, `.`, `_` and `-`. */
    fileName: p.string(),
    /** As the client called it. */
    originalName: p.string(),
    /** What the bytes are. */
    mimeType: p.string(),
    /** Of texts; null is UTF-8. */
    encoding: p.string().nullable(),
    /** What the client said they are. */
    declaredType: p.string().nullable(),
    /** Bytes. */
    fileSize: p.bigint('number'),
    sha256: p.string(),
    /** The object that holds the bytes. */
    objectId: p.uuid(),
    tags: p.array<string>(),
    assignments: p.json<Assignment[]>(),
  },
})
export type Attachment = InferEntity<typeof Attachment>

/** What is written in a file; its id is that of the object, so that it comes back with the bytes. */
export const AttachmentText = defineEntity({
  name: 'AttachmentText',
  tableName: 'attachment_texts',
  extends: Scoped,
  properties: {
    /** `waiting`, `read` or `unreadable`. */
    state: p.string(),
    /** Why it is unreadable, in one word. */
    reason: p.string().nullable(),
    content: p.text().default(''),
    /** Pages that are complete in the content, of those that there are. */
    pagesRead: p.integer().default(0),
    pages: p.integer().nullable(),
    attempts: p.integer().default(0),
    /** Whether it takes longer than the first, short time, and waits with others that do. */
    isLong: p.boolean().default(false),
    /** Until when the process that reads it may take. */
    claimedUntil: p.datetime().nullable(),
  },
})

/** Tables that do without both times; what happens to their rows is in columns of their own. */
const untimed = { createdAt: p.datetime().persist(false), updatedAt: p.datetime().persist(false) }

/** Bytes in the storage. Rows keep or release it. */
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
    /** Bytes; known when all of them are stored. */
    size: p.bigint('number').defaultRaw('0'),
    changedAt: p.datetime(),
  },
})

/** A picture that was rendered of a file, and when it was last asked for. */
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

/** An upload that its sender may go on with; the file that is made of it has its id. */
export const ResumableUpload = defineEntity({
  name: 'ResumableUpload',
  tableName: 'attachment_uploads',
  extends: Scoped,
  properties: {
    ...untimed,
    organizationId: p.uuid(),
    /** The actor who began it; only they may go on with it. */
    createdBy: p.string(),
    /** Bytes: all of them, and those that are stored. */
    size: p.bigint('number'),
    received: p.bigint('number').defaultRaw('0'),
    parts: p.integer().default(0),
    isFinished: p.boolean().default(false),
    /** What its client said of the file. */
    fields: p.json<Readonly<Record<string, string>>>(),
    /** The same as it was sent: `Upload-Metadata`. Null where a host of the version before began it. */
    metadata: p.text().nullable(),
    changedAt: p.datetime(),
  },
})
