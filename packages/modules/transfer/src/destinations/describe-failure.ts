import { PlatformError, refused } from '@plinth/core'

/** A call that was not answered. Its name makes the SDK try again. */
export class NoAnswer extends Error {
  override readonly name = 'TimeoutError'

  /** What has ended a call to a host. What may not be called stays what it is. */
  static from(error: unknown, host: string): Error {
    return error instanceof PlatformError ? error : new NoAnswer(wordsOf(error, host), { cause: error })
  }
}

/** An answer that does not say that anything was done. */
export class Unconfirmed extends Error {
  override readonly name = 'Unconfirmed'
}

function wordsOf(error: unknown, host: string): string {
  const { code, name } = error as NodeJS.ErrnoException
  if (code === 'ENOTFOUND') return `There is no host named ${host}`
  if (code !== undefined && /CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO_VERIFY/.test(code))
    return `The certificate of ${host} is not valid`
  if (name === 'TimeoutError') return `${host} has not answered in time`
  return `${host} cannot be reached`
}

interface Asked {
  readonly bucket: string
  readonly host: string
}

/** The error of a bucket in words; other errors unchanged. Of what the store says, only the code is repeated. */
export function describeFailure(error: unknown, { bucket, host }: Asked): unknown {
  if (error instanceof NoAnswer) return new PlatformError('upstream_failed', error.message, { cause: error })
  if (error instanceof Unconfirmed)
    return new PlatformError('upstream_failed', `${host} does not answer as an S3-compatible store does`)
  const answer = error as Partial<Refusal>
  const status = answer.$metadata?.httpStatusCode
  if (error instanceof PlatformError || status === undefined) return error
  const code = /^[A-Za-z0-9]{1,60}$/.test(answer.name ?? '') ? answer.name! : 'Unknown'
  const region = answer.$response?.headers?.['x-amz-bucket-region'] ?? answer.Region
  if (status === 301 || code === 'PermanentRedirect' || code === 'AuthorizationHeaderMalformed')
    return refused(
      region !== undefined && /^[a-z0-9-]{1,50}$/.test(region)
        ? `The bucket ${bucket} is in another region: ${region}`
        : `The bucket ${bucket} is in another region, or has another endpoint`,
      { cause: error },
    )
  if (status >= 300 && status < 400) return refused(`${host} redirects to another address, which is not followed`)
  const words = WORDS[code]
  if (words) return refused(words({ bucket, host }))
  const told = `The bucket ${bucket} has answered ${status} (${code})`
  const isPassing = status >= 500 || status < 300 || status === 408 || status === 429 || PASSING.has(code)
  return new PlatformError(isPassing ? 'upstream_failed' : 'refused', told, { cause: error })
}

/** What the SDK throws for an answer. */
interface Refusal {
  readonly name: string
  readonly $metadata: { readonly httpStatusCode?: number }
  readonly $response?: { readonly headers?: Readonly<Record<string, string>> }
  readonly Region?: string
}

const denied = ({ bucket }: Asked) => `The access key may not do this in the bucket ${bucket}`

const WORDS: Readonly<Record<string, (asked: Asked) => string>> = {
  __proto__: null as never,
  AccessDenied: denied,
  Forbidden: denied,
  NoSuchBucket: ({ bucket, host }) => `${host} has no bucket named ${bucket}`,
  InvalidBucketName: ({ bucket, host }) => `${host} has no bucket named ${bucket}`,
  InvalidAccessKeyId: ({ host }) => `${host} does not know this access key id`,
  SignatureDoesNotMatch: () => 'The secret does not belong to the access key id, or the region is wrong',
  RequestTimeTooSkewed: ({ host }) => `The clocks of ${host} and of this platform differ too much`,
}

/** Another attempt begins another upload. */
const PASSING: ReadonlySet<string> = new Set([
  'SlowDown',
  'RequestTimeout',
  'OperationAborted',
  'InternalError',
  'NoSuchUpload',
])
