import { defineEntity, type InferEntity, p } from '@mikro-orm/core'
import { TenantScoped } from '@plinth/core'

/** A tenant's bucket, to which scheduled exports are written. */
export const ExportDestination = defineEntity({
  name: 'ExportDestination',
  tableName: 'transfer_destinations',
  extends: TenantScoped,
  properties: {
    name: p.string().length(200),
    /** `https://s3.eu-central-1.amazonaws.com` */
    endpoint: p.string().length(500),
    region: p.string().length(50),
    bucket: p.string().length(63),
    /** Of all keys, without a slash at the end; empty for none. */
    prefix: p.string().length(300),
    accessKeyId: p.string().length(128),
    /** Encrypted. */
    secret: p.text().lazy(),
    /** Whether the bucket is the first segment of the path, and not part of the host. */
    pathStyle: p.boolean(),
  },
})
export type ExportDestination = InferEntity<typeof ExportDestination>
