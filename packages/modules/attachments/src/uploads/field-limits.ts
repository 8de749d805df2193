import { badInput, type Context, MIB } from '@plinth/core'
import { customValues, type UploadLimits } from '@plinth/core/data'

interface FieldOfRecord {
  readonly entityId: string
  /** The key of a custom field of the entity; empty without one. */
  readonly fieldKey: string | undefined
}

/** The limits of the custom field for which a file is uploaded; undefined if there is no such field. */
export async function findFieldLimits(
  { inject }: Pick<Context, 'inject'>,
  { entityId, fieldKey = '' }: FieldOfRecord,
): Promise<UploadLimits | undefined> {
  const key = fieldKey.trim()
  if (key === '') return undefined
  const fields = await inject(customValues)?.fields({ entityId, organizationId: null })
  return fields?.described.find((field) => field.key === key)?.upload
}

/** Throws 400 for a file that the field does not accept. */
export function assertWithinLimits(
  { extensions, maxSizeMb }: UploadLimits,
  { originalName, fileSize }: { readonly originalName: string; readonly fileSize: number },
): void {
  const extension = /\.([^.]*)$/.exec(originalName)?.[1]?.toLowerCase() ?? ''
  const accepted = extensions?.map((one) => one.replace(/^\./, '').toLowerCase())
  if (accepted?.length && !accepted.includes(extension)) throw badInput('File type not allowed')
  if (maxSizeMb !== undefined && fileSize > Math.floor(maxSizeMb * MIB))
    throw badInput(`File exceeds ${maxSizeMb} MB limit`)
}
