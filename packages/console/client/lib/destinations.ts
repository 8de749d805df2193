import { first, type Snapshot, snapshotOf } from './snapshot.ts'

export const DESTINATIONS = '/transfer/destinations'

/** A bucket to which scheduled exports are written. */
export interface Destination {
  readonly id: string
  readonly name: string
  readonly endpoint: string
  readonly region: string
  readonly bucket: string
  readonly prefix: string
  readonly accessKeyId: string
  readonly pathStyle: boolean
  readonly updatedAt: string
}

/** What was tried in a bucket. */
export interface Tested {
  readonly isUsable: boolean
  readonly findings: readonly { readonly outcome: 'passed' | 'warning' | 'failed'; readonly message: string }[]
}

export const seenOf = (destination: Destination): Snapshot<Destination> =>
  snapshotOf(destination, {
    path: DESTINATIONS,
    query: { id: destination.id },
    pick: first<Destination>,
    toValues: ({ name, endpoint, region, bucket, prefix, accessKeyId, pathStyle }) => ({
      name,
      endpoint,
      region,
      bucket,
      prefix,
      accessKeyId,
      pathStyle,
    }),
  })
