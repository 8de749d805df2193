import type { AttachmentsOptions } from '@plinth/attachments'
import { MIB } from '@plinth/core'
import type { Env } from './env/env.ts'

/** Options of attachments from the environment; sizes in bytes. */
export type AttachmentOptions = ReturnType<typeof attachmentOptions>

// The package is optional, so its types must not appear in the declarations of this one.
export const attachmentOptions = (env: Env) =>
  ({
    maxFileSize: env.OM_ATTACHMENT_MAX_UPLOAD_MB * MIB,
    tenantQuota: env.OM_ATTACHMENT_TENANT_QUOTA_MB * MIB,
    partitionsLocked: env.DEMO_MODE,
    pictureSeconds: env.OM_ATTACHMENT_PICTURE_SECONDS,
    pictureMemory: env.OM_ATTACHMENT_PICTURE_MEMORY_MB * MIB,
    pictureBudget: env.OM_ATTACHMENT_PICTURE_BUDGET_SECONDS,
    firstReadingSeconds: env.OM_ATTACHMENT_FIRST_READING_SECONDS,
    readingSeconds: env.OM_ATTACHMENT_READING_SECONDS,
    readingMemory: env.OM_ATTACHMENT_READING_MEMORY_MB * MIB,
    ...(env.OM_ATTACHMENT_PICTURES_AT_ONCE !== undefined && { picturesAtOnce: env.OM_ATTACHMENT_PICTURES_AT_ONCE }),
  }) satisfies AttachmentsOptions
