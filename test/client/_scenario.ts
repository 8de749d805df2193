import { createClient, type Session } from '@plinth/client'

/** What a program does with the client, wherever it runs. Everything it finds is JSON. */
export async function runScenario(baseUrl: string): Promise<Record<string, unknown>> {
  const sessions: (Session | null)[] = []
  const client = createClient({ baseUrl, onSession: (session) => sessions.push(session) })
  const wrong = await client.login({ email: 'admin@acme.com', password: 'not this one' })
  const signedIn = await client.login({ email: 'admin@acme.com', password: 'Secret-123', remember: true })
  const profile = await client.GET('/auth/profile')

  const made = await client.POST('/auth/roles', { body: { name: 'Auditor' } })
  const operation = client.operationOf(made)
  const invalid = await client.POST('/auth/roles', { body: { name: '' } })
  const undone = await client.undo(made)
  const again = await client.undo(made)

  for (let n = 0; n < 5; n++) await client.POST('/auth/roles', { body: { name: `Paged ${n}` } })
  const names: string[] = []
  for await (const role of client.pages('/auth/roles', { search: 'Paged', pageSize: 2 })) names.push(role.name)
  let refusedPages = 0
  const stranger = createClient({ baseUrl })
  try {
    for await (const _ of stranger.pages('/auth/roles')) refusedPages = -1
  } catch (error) {
    refusedPages = (error as { failure: { status: number } }).failure.status
  }

  const key = crypto.randomUUID()
  const once = { body: { name: 'Written once' }, headers: { 'idempotency-key': key } }
  const [first, second] = [await client.POST('/auth/roles', once), await client.POST('/auth/roles', once)]

  const bytes = new Uint8Array(300_000).map((_, index) => index % 251)
  const progress: number[] = []
  const uploaded = await client.upload(new Blob([bytes], { type: 'text/plain' }), {
    name: 'Größe.txt',
    fields: { entityId: 'shop:order', recordId: '1' },
    partSize: 100_000,
    onProgress: (sent) => progress.push(sent),
  })
  const file =
    uploaded.data && new Uint8Array(await (await client.fetch(`/attachments/file/${uploaded.data.id}`)).arrayBuffer())
  const empty = await client.upload(new Blob([]), {
    name: 'empty.txt',
    fields: { entityId: 'shop:order', recordId: '1' },
  })

  const stop = new AbortController()
  const events: unknown[] = []
  const heard = (async () => {
    for await (const { data } of client.events('/events/stream', { signal: stop.signal })) {
      events.push(data)
      stop.abort()
    }
  })()
  for (let n = 0; n < 50 && events.length === 0; n++) {
    await client.POST('/progress/jobs', { body: { jobType: 'import', name: `Import ${n}` } })
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  stop.abort()
  await heard

  // A token that has expired is exchanged, once for all requests that need it.
  const expired = createClient({ baseUrl, session: { ...sessions.at(-1)!, accessToken: 'x.y.z', expiresAt: null } })
  const renewed = await Promise.all([1, 2, 3].map(() => expired.GET('/auth/profile')))
  const away = createClient({ baseUrl: 'http://127.0.0.1:1', retries: 0 })
  const unreachable = await away.GET('/auth/profile')
  const left = await client.logout()
  const after = await client.GET('/auth/profile')
  return {
    wrong: wrong.error?.status,
    signedIn: signedIn.data,
    email: profile.data?.email,
    made: [made.response?.status, operation?.commandId, made.data?.id === operation?.resourceId],
    invalid: [invalid.response?.status, typeof invalid.error?.error],
    undone: [undone.data?.ok, again.error?.status],
    names,
    refusedPages,
    once: [first.data?.id === second.data?.id, second.response?.headers.get('idempotency-replayed')],
    uploaded: [
      uploaded.error,
      progress,
      file?.length === bytes.length && file.every((byte, index) => byte === bytes[index]),
    ],
    empty: [empty.error, empty.data?.size],
    heard: events.length,
    renewed: renewed.map(({ response }) => response?.status),
    unreachable: [unreachable.error?.status, unreachable.response],
    left: [left.error, client.session, after.response?.status],
    sessions: sessions.map((session) => session !== null),
  }
}
