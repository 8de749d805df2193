import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, createServer as createProxy, type Socket } from 'node:net'
import { type Platform, toNodeHandler } from '@plinth/core'
import { Upload } from 'tus-js-client'

/** A platform on a socket. */
export async function listen(platform: Platform) {
  const server = createServer(toNodeHandler(platform))
  const port = await portOf(server)
  return { port, url: `http://127.0.0.1:${port}`, [Symbol.asyncDispose]: () => close(server) }
}

/** A line to a host that breaks when so many bytes have gone through. */
export async function frailLine(port: number, bytes: number) {
  const sockets = new Set<Socket>()
  let left = bytes
  const server = createProxy((client) => {
    const host = connect(port, '127.0.0.1')
    for (const socket of [client, host]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => sockets.delete(socket))
    }
    client.on('data', (chunk: Buffer) => {
      if (left <= 0) return
      host.write(chunk)
      left -= chunk.length
      // What has been written still arrives.
      if (left <= 0) host.end(() => client.destroy())
    })
    host.pipe(client)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function portOf(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
}

interface Wishes {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** Where an earlier attempt ended. */
  readonly uploadUrl?: string | null
  readonly chunkSize?: number
  readonly metadata?: Readonly<Record<string, string>>
  readonly isSentAtOnce?: boolean
  /** Sends `POST` with a header in the place of `PATCH`. */
  readonly overridesMethod?: boolean
  /** Parts that are sent beside each other. */
  readonly parallelUploads?: number
}

/** What an attempt of the real client came to. */
export interface Attempt {
  readonly url: string
  readonly error: Error | null
  /** Methods that were sent, with the offset of each `PATCH`. */
  readonly sent: readonly string[]
}

/** One attempt by `tus-js-client`, which does not try again by itself. */
export function tusUpload(bytes: Buffer, wishes: Wishes): Promise<Attempt> {
  const {
    url,
    headers,
    uploadUrl = null,
    chunkSize,
    metadata,
    isSentAtOnce = false,
    overridesMethod = false,
    parallelUploads = 1,
  } = wishes
  const sent: string[] = []
  return new Promise((resolve) => {
    const end = (error: Error | null) => resolve({ url: new URL(upload.url ?? url, url).pathname, error, sent })
    const upload = new Upload(bytes, {
      endpoint: `${url}/api/attachments/uploads`,
      uploadUrl: uploadUrl === null ? null : `${url}${uploadUrl}`,
      headers: { ...headers },
      metadata: { entityId: 'shop:order', recordId: '1', filename: 'Größe.bin', ...metadata },
      retryDelays: null,
      uploadDataDuringCreation: isSentAtOnce,
      overridePatchMethod: overridesMethod,
      parallelUploads,
      ...(chunkSize !== undefined && { chunkSize }),
      onBeforeRequest: (request) =>
        void sent.push([request.getMethod(), request.getHeader('Upload-Offset')].filter(Boolean).join(' ')),
      onError: end,
      onSuccess: () => end(null),
    })
    upload.start()
  })
}
