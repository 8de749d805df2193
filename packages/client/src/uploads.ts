import { type Failure, type Result, toFailure, toResult } from './result.ts'

/** What to upload, and where. */
export interface UploadOptions {
  readonly name: string
  /** The fields of the upload form: `entityId`, `recordId`, `tags`, `partitionCode` … */
  readonly fields?: Readonly<Record<string, string>>
  /** Resumes an interrupted upload, which another program may have begun: the id that was passed to `onStart`. */
  readonly resume?: string
  /** Bytes per request. Default: 8 MB. */
  readonly partSize?: number
  /** How often a part is retried after a connection failure. Default: 5. */
  readonly retries?: number
  readonly signal?: AbortSignal
  readonly onStart?: (id: string) => void
  readonly onProgress?: (sent: number, size: number) => void
}

/** A finished upload. The id is that of the file. */
export interface Upload {
  readonly id: string
  readonly size: number
}

const VERSION = { 'tus-resumable': '1.0.0' }
const MIB = 1024 * 1024
/** Milliseconds before a part is retried; each further attempt waits twice as long. */
const PAUSE = 500

type Send = (path: string, init: RequestInit) => Promise<Response>

/**
 * Uploads a file in parts with the tus protocol. After a connection failure, it resumes at the offset that the server has
 * reached.
 */
export async function uploadFile(send: Send, file: Blob, options: UploadOptions): Promise<Result<Upload>> {
  const { name, fields = {}, resume, partSize = 8 * MIB, retries = 5, signal, onStart, onProgress } = options
  const own = signal ? { signal } : {}
  const begun = resume === undefined ? await begin(send, file, { fields: { filename: name, ...fields }, ...own }) : null
  if (begun && 'error' in begun) return begun
  const id = begun?.id ?? resume!
  onStart?.(id)
  const path = `/attachments/uploads/${id}`
  const done = { id, size: file.size }
  let failures = 0
  let state: Stored | Failed = begun ?? (await readOffset(send, path, own))
  for (;;) {
    if (!('error' in state)) {
      onProgress?.(state.offset, file.size)
      if (state.offset >= file.size) return { data: done, response: state.response }
      state = await sendPart(send, path, {
        ...own,
        offset: state.offset,
        part: file.slice(state.offset, state.offset + partSize),
      })
      if (!('error' in state)) failures = 0
      continue
    }
    if (!canGoOn(state.error, { isLast: failures >= retries, signal })) return state
    await new Promise((resolve) => setTimeout(resolve, PAUSE * 2 ** failures++))
    state = await readOffset(send, path, own)
  }
}

/** How far an upload has got. */
interface Stored {
  readonly offset: number
  readonly response: Response
}

async function sendPart(
  send: Send,
  path: string,
  { offset, part, signal }: { readonly offset: number; readonly part: Blob; readonly signal?: AbortSignal },
): Promise<Stored | Failed> {
  const sent = await toResult(
    send(path, {
      method: 'PATCH',
      ...(signal && { signal }),
      headers: { ...VERSION, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
      body: part,
    }),
  )
  return sent.error ? sent : toStored(sent.response)
}

const canGoOn = ({ status }: Failure, { isLast, signal }: { isLast: boolean; signal: AbortSignal | undefined }) =>
  !isLast &&
  signal?.aborted !== true &&
  (status === 0 || status === 409 || status === 429 || status >= 500 || status === 401)

type Failed = Extract<Result<Upload>, { error: Failure }>

/** An empty file is finished by this request. */
async function begin(
  send: Send,
  file: Blob,
  { fields, signal }: { readonly fields: Readonly<Record<string, string>>; readonly signal?: AbortSignal },
): Promise<(Stored & { readonly id: string }) | Failed> {
  const all = file.type === '' ? fields : { filetype: file.type, ...fields }
  const metadata = Object.entries(all).map(([field, value]) => `${field} ${toBase64(value)}`)
  const result = await toResult<{ id: string; received: number }>(
    send('/attachments/uploads', {
      method: 'POST',
      ...(signal && { signal }),
      headers: { ...VERSION, 'upload-length': String(file.size), 'upload-metadata': metadata.join(',') },
    }),
  )
  if (result.error) return result
  const { id, received: offset } = result.data
  return { id, offset, response: result.response }
}

async function readOffset(send: Send, path: string, own: { readonly signal?: AbortSignal }): Promise<Stored | Failed> {
  const result = await toResult<unknown>(send(path, { method: 'HEAD', ...own, headers: VERSION }))
  return result.error ? result : toStored(result.response)
}

function toStored(response: Response): Stored | Failed {
  const offset = Number(response.headers.get('upload-offset') ?? Number.NaN)
  if (Number.isInteger(offset)) return { offset, response }
  return { error: toFailure(response.status, 'The server did not report how much it has received'), response }
}

const toBase64 = (text: string) => btoa(String.fromCodePoint(...new TextEncoder().encode(text)))
