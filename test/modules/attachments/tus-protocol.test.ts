import { postUpload, continueUpload, tusHeaders, uploadHeaders } from '@plinth/attachments/testing'
import { expect, test } from 'vitest'
import { filesApp } from './_files.ts'

const somebody = { features: ['attachments.*'], userId: crypto.randomUUID() }

test('what is not the protocol is refused, and everybody is told what it is', async () => {
  await using app = await filesApp({ maxFileSize: 1000 })
  const client = app.as(somebody)
  const options = await app.anonymous.send('OPTIONS', '/attachments/uploads')
  expect([
    options.status,
    ...['tus-version', 'tus-extension', 'tus-max-size'].map((name) => options.headers.get(name)),
  ]).toEqual([204, '1.0.0', 'creation,creation-with-upload,expiration,termination', '1000'])
  const made = (headers: Record<string, string>) => client.send('POST', '/attachments/uploads', { headers })
  const whole = uploadHeaders(10)
  const metadata = (fields?: Record<string, string>) => uploadHeaders(10, fields)['upload-metadata']
  const other = await made({ ...whole, 'tus-resumable': '0.2.2' })
  expect([other.status, other.headers.get('tus-version')]).toEqual([412, '1.0.0'])
  for (const wrong of [
    { 'upload-length': '-1' },
    { 'upload-length': '1e3' },
    { 'upload-length': '' },
    { 'upload-metadata': '' },
    { 'upload-metadata': 'filename %%%' },
    { 'upload-metadata': `${metadata()},filename YQ==` },
    { 'upload-metadata': metadata({ tags: 'x'.repeat(200) }) },
    { 'upload-metadata': Array.from({ length: 60 }, (_, index) => `a${index} YQ==`).join(',') },
  ])
    expect((await made({ ...whole, ...wrong })).status, JSON.stringify(wrong)).toBe(400)
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
})

test('more parts than an upload may have are refused', async () => {
  await using app = await filesApp()
  const client = app.as(somebody)
  const { id } = (await postUpload(client, 5000)).body
  await app.sql('update attachment_uploads set parts = 1000')
  const refused = await continueUpload(client, id, { offset: 0, body: 'x' })
  expect([refused.status, refused.body.error]).toEqual([413, 'An upload may come in 1000 parts; send larger ones'])
})
