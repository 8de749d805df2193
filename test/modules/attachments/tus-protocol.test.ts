import { postUpload, continueUpload, tusHeaders, uploadHeaders } from '@plinth/attachments/testing'
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { prepareAccounts, signIn, withHeaders } from '../auth/_accounts.ts'
import { type FilesApp, filesApp, send as sendFile } from './_files.ts'

const somebody = { features: ['attachments.*'], userId: crypto.randomUUID() }

test('what is not the protocol is refused, and everybody is told what it is', async () => {
  await using app = await filesApp({ maxFileSize: 1000 })
  const client = app.as(somebody)
  const options = await app.anonymous.send('OPTIONS', '/attachments/uploads')
  expect([
    options.status,
    ...['tus-version', 'tus-extension', 'tus-max-size', 'tus-checksum-algorithm'].map((name) =>
      options.headers.get(name),
    ),
  ]).toEqual([
    204,
    '1.0.0',
    'creation,creation-with-upload,expiration,termination,checksum',
    '1000',
    'sha1,sha256,sha512',
  ])
  const made = (headers: Record<string, string>) => client.send('POST', '/attachments/uploads', { headers })
  const whole = uploadHeaders(10)
  const metadata = (fields?: Record<string, string>) => uploadHeaders(10, fields)['upload-metadata']
  const other = await made({ ...whole, 'tus-resumable': '0.2.2' })
  expect([other.status, other.headers.get('tus-version')]).toEqual([412, '1.0.0'])
  const refused: readonly Record<string, string>[] = [
    { 'upload-length': '-1' },
    { 'upload-length': '1e3' },
    { 'upload-length': '' },
    { 'upload-metadata': '' },
    { 'upload-metadata': 'filename %%%' },
    { 'upload-metadata': `${metadata()},filename YQ==` },
    { 'upload-metadata': metadata({ tags: 'x'.repeat(200) }) },
    { 'upload-metadata': Array.from({ length: 60 }, (_, index) => `a${index} YQ==`).join(',') },
    { 'upload-metadata': `${metadata()},note ${'YWFh'.repeat(1_500)}` },
    { 'upload-concat': 'partial' },
    { 'upload-concat': 'final;/api/attachments/uploads/1' },
    { 'upload-defer-length': '1' },
  ]
  for (const wrong of refused) expect((await made({ ...whole, ...wrong })).status, JSON.stringify(wrong)).toBe(400)
  const { body, headers } = await made(whole)
  expect(headers.get('location')).toBe(`/api/attachments/uploads/${body.id}`)
  expect(new Date(headers.get('upload-expires')!).getTime()).toBeGreaterThan(Date.now())
  const path = `/attachments/uploads/${body.id}`
  const patched = (more: Record<string, string>) =>
    client.send('PATCH', path, {
      headers: { ...tusHeaders, 'content-type': 'application/offset+octet-stream', 'upload-offset': '0', ...more },
      body: '0123456789',
    })
  expect((await patched({ 'content-type': 'application/json' })).status).toBe(415)
  expect((await patched({ 'upload-offset': '5' })).status).toBe(409)
  expect((await patched({ 'upload-offset': 'x' })).status).toBe(400)
  expect((await patched({ 'tus-resumable': '' })).status).toBe(412)
  expect((await patched({})).headers.get('upload-offset')).toBe('10')
  const after = await client.get(path)
  expect(after.body).toMatchObject({ received: 10, size: 10, isFinished: true })
  expect(await usage(app)).toEqual([{ uploads: 0, bytes: 0 }])
})

const usage = (app: FilesApp) =>
  app.sql('select open_uploads as uploads, open_bytes::int as bytes from attachment_usage')

test('every answer names the version, refusals too, and a version that is not spoken is refused', async () => {
  await using app = await filesApp()
  const client = app.as(somebody)
  const { id } = (await postUpload(client, 10)).body
  const path = `/attachments/uploads/${id}`
  const unknown = `/attachments/uploads/${crypto.randomUUID()}`
  for (const answer of [
    await client.send('HEAD', path, { headers: tusHeaders }),
    await client.send('HEAD', unknown, { headers: tusHeaders }),
    await client.send('PATCH', unknown),
    await client.send('POST', '/attachments/uploads'),
    await app.anonymous.send('HEAD', path, { headers: tusHeaders }),
    await app.as({ features: [] }).send('DELETE', path, { headers: tusHeaders }),
  ])
    expect(answer.headers.get('tus-resumable'), String(answer.status)).toBe('1.0.0')
  const other = await client.send('HEAD', path, { headers: { 'tus-resumable': '0.2.2' } })
  expect([other.status, other.headers.get('tus-version')]).toEqual([412, '1.0.0'])
  expect((await client.send('HEAD', path)).headers.get('cache-control')).toBe('no-store')
})

test('metadata is answered as it was sent, in whatever spelling', async () => {
  await using app = await filesApp()
  const client = app.as(somebody)
  const metadata = 'entityId c2hvcDpvcmRlcg==,recordId MQ==, is_confidential,filename /w,empty '
  const begun = await client.send('POST', '/attachments/uploads', {
    headers: { ...uploadHeaders(1), 'upload-metadata': metadata },
  })
  expect(begun.status).toBe(201)
  const head = await client.send('HEAD', `/attachments/uploads/${begun.body.id}`, { headers: tusHeaders })
  expect(head.headers.get('upload-metadata')).toBe(metadata.trim())
  // What a host of the version before has begun.
  await app.sql('update attachment_uploads set metadata = null')
  expect((await client.get(`/attachments/uploads/${begun.body.id}`)).headers.get('upload-metadata')).toMatch(
    /entityId c2hvcDpvcmRlcg==,/,
  )
})

test('the method that a header names counts, whatever the request line says, and only for uploads', async () => {
  await using app = await filesApp()
  const client = app.as(somebody)
  const send = (request: string, headers: Record<string, string>, body?: string) => {
    const [method = '', path = ''] = request.split(' ')
    return client.send(method, path, { headers: { ...tusHeaders, ...headers }, ...(body !== undefined && { body }) })
  }
  const as = (method: string) => ({ 'x-http-method-override': method })
  const begun = await send('PUT /attachments/uploads', { ...as('POST'), ...uploadHeaders(5) })
  expect(begun.status).toBe(201)
  const path = `/attachments/uploads/${begun.body.id}`
  const bytes = { 'content-type': 'application/offset+octet-stream' }
  const first = await send(`POST ${path}`, { ...as('PATCH'), ...bytes, 'upload-offset': '0' }, 'he')
  expect([first.status, first.headers.get('upload-offset')]).toEqual([204, '2'])
  const second = await send(`DELETE ${path}`, { ...as('patch'), ...bytes, 'upload-offset': '2' }, 'l')
  expect([second.status, second.headers.get('upload-offset')]).toEqual([204, '3'])
  const head = await send(`POST ${path}`, as('HEAD'))
  expect([head.status, head.headers.get('upload-offset'), head.text]).toEqual([200, '3', ''])
  const none = await send(`POST ${path}`, as('PUT'))
  expect([none.status, none.headers.get('allow')]).toEqual([404, 'GET, PATCH, DELETE, HEAD, OPTIONS'])
  expect((await send(`POST ${path}`, as('DELETE'))).status).toBe(204)
  expect((await client.get(path)).status).toBe(404)
  // Other routes do not know it.
  const { id } = (await sendFile(app.as('admin'))).body.item
  expect((await send(`GET /attachments/library/${id}`, as('DELETE'))).body.item.id).toBe(id)
})

test('a page of another site gains nothing by naming a method', async () => {
  await using app = await filesApp({}, undefined, { prepare: prepareAccounts })
  const { token } = await signIn(app, 'admin@acme.com')
  const browser = withHeaders(app, { cookie: `auth_token=${token}` })
  const { id } = (await postUpload(browser, 5)).body
  const endIt = async (sender: Record<string, string>) =>
    (
      await browser.send('GET', `/attachments/uploads/${id}`, {
        headers: { ...tusHeaders, 'x-http-method-override': 'DELETE', ...sender },
      })
    ).status
  expect(await endIt({ origin: 'https://evil.example' })).toBe(403)
  expect(await endIt({ 'sec-fetch-site': 'cross-site' })).toBe(403)
  expect(await endIt({ 'sec-fetch-site': 'same-origin' })).toBe(204)
})

test('bytes beyond the end are refused, also when the file is there or has none', async () => {
  await using app = await filesApp()
  const client = app.as(somebody)
  const whole = (await postUpload(client, 5)).body.id
  expect((await continueUpload(client, whole, { offset: 0, body: 'hello' })).status).toBe(204)
  expect((await continueUpload(client, whole, { offset: 5, body: '' })).status).toBe(204)
  const more = await continueUpload(client, whole, { offset: 5, body: ' world' })
  expect([more.status, more.body.error]).toEqual([413, 'The upload is longer than its declared 5 bytes'])
  expect((await client.get(`/attachments/file/${whole}`)).text).toBe('hello')
  for (const size of [0, 3]) {
    const refused = await client.send('POST', '/attachments/uploads', {
      headers: { ...uploadHeaders(size), 'content-type': 'application/offset+octet-stream' },
      body: 'more',
    })
    expect([refused.status, refused.headers.get('location')]).toEqual([413, null])
  }
  // Nobody could end them, so they count no more.
  expect(await usage(app)).toEqual([{ uploads: 0, bytes: 0 }])
  expect(await app.stored()).toHaveLength(1)
})

test('bytes with a checksum count when they match it, and are gone when they do not', async () => {
  await using app = await filesApp()
  const client = app.as(somebody)
  const checksumOf = (algorithm: string, text: string) =>
    `${algorithm} ${createHash(algorithm).update(text).digest('base64')}`
  const { id } = (await postUpload(client, 10)).body
  const path = `/attachments/uploads/${id}`
  const patched = async (offset: number, body: string, checksum: string) => {
    const { status, headers } = await client.send('PATCH', path, {
      headers: {
        ...tusHeaders,
        'content-type': 'application/offset+octet-stream',
        'upload-offset': String(offset),
        'upload-checksum': checksum,
      },
      body,
    })
    return [status, headers.get('upload-offset')]
  }
  expect(await patched(0, '01234', checksumOf('sha1', '01235'))).toEqual([460, null])
  expect(await patched(0, '0123456789', checksumOf('sha256', '01235'))).toEqual([460, null])
  expect(await patched(0, '', checksumOf('sha1', 'x'))).toEqual([460, null])
  expect((await client.get(path)).body).toMatchObject({ received: 0, isFinished: false })
  expect(await app.stored()).toEqual([])
  for (const wrong of ['crc32 YQ==', 'sha1', 'sha1 %', '', 'md5 YQ=='])
    expect(await patched(0, '01234', wrong), wrong).toEqual([400, null])
  expect(await patched(0, '01234', checksumOf('sha512', '01234'))).toEqual([204, '5'])
  expect(await patched(5, '56780', checksumOf('sha1', '56789'))).toEqual([460, null])
  expect(await patched(5, '56789', checksumOf('sha1', '56789'))).toEqual([204, '10'])
  expect((await client.get(`/attachments/file/${id}`)).text).toBe('0123456789')
  const begun = (text: string) =>
    client.send('POST', '/attachments/uploads', {
      headers: {
        ...uploadHeaders(5),
        'content-type': 'application/offset+octet-stream',
        'upload-checksum': checksumOf('sha1', 'hello'),
      },
      body: text,
    })
  expect((await begun('hallo')).status).toBe(460)
  expect((await begun('hello')).body).toMatchObject({ isFinished: true })
  expect(await usage(app)).toEqual([{ uploads: 0, bytes: 0 }])
  expect(await app.stored()).toHaveLength(2)
})

test('more parts than an upload may have are refused', async () => {
  await using app = await filesApp()
  const client = app.as(somebody)
  const { id } = (await postUpload(client, 5000)).body
  await app.sql('update attachment_uploads set parts = 1000')
  const refused = await continueUpload(client, id, { offset: 0, body: 'x' })
  expect([refused.status, refused.body.error]).toEqual([413, 'An upload may have at most 1000 parts; send larger ones'])
})
