import { mkdtemp, readFile, readdir, rm, stat } from 'node:fs/promises'
import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PostalMime, { type Email } from 'postal-mime'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMailTransport, type Mail } from '@plinth/host'
import { type MailServer, startMailServer } from './_mail-server.ts'

const from = 'Plinth <no-reply@plinth.example>'
const log = { info() {} }
const mail: Mail = {
  to: 'ann@example.com',
  subject: 'Zażółć gęślą jaźń: setzen Sie Ihr Paßwort – ahora',
  text: 'Follow https://app.example.com/reset/0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef\n',
  html: '<p>Follow <a href="https://app.example.com/reset/0123">the link</a></p>',
}

let server: MailServer
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plinth-mail-'))
  server = await startMailServer()
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

function expectTheMail(email: Email) {
  expect(email.from).toMatchObject({ name: 'Plinth', address: 'no-reply@plinth.example' })
  expect(email.to).toMatchObject([{ address: mail.to }])
  expect(email.subject).toBe(mail.subject)
  expect(email.text?.trim()).toBe(mail.text.trim())
  expect(email.html?.trim()).toBe(mail.html)
}

test('mail goes to the configured server', async () => {
  const transport = createMailTransport({ smtpUrl: server.url, from, folder, log })
  await transport.send(mail)
  await expect(transport.send({ ...mail, to: 'refused@example.com' })).rejects.toThrow(/no such mailbox/)
  await transport.close()
  expect(server.received.map(({ recipients }) => recipients)).toEqual([[mail.to]])
  expectTheMail(await server.mailTo(mail.to))
  expect(await readdir(folder)).toEqual([])
})

test('without a server mail becomes private files in order of time', async () => {
  const mails = join(folder, 'mail')
  const facts: object[] = []
  const transport = createMailTransport({ from, folder: mails, log: { info: (line) => facts.push(line) } })
  await transport.send(mail)
  await new Promise((resolve) => setTimeout(resolve, 5))
  await transport.send({ ...mail, subject: 'Second' })
  const names = (await readdir(mails)).toSorted()
  expect(names).toHaveLength(2)
  expect(names.every((name) => name.endsWith('.eml'))).toBe(true)
  const [first = '', second = ''] = names.map((name) => join(mails, name))
  expectTheMail(await PostalMime.parse(await readFile(first)))
  expect((await PostalMime.parse(await readFile(second))).subject).toBe('Second')
  expect((await stat(first)).mode & 0o777).toBe(0o600)
  expect(facts).toMatchObject([{ file: first }, { file: second }])
  expect(JSON.stringify(facts)).not.toContain('0123456789abcdef')
})

test.each([
  { to: 'ann@example.com\r\nBcc: eve@example.com' },
  { to: 'ann@example.com, eve@example.com' },
  { to: 'Ann <ann@example.com>' },
  { to: 'ann@example.com>\n' },
  { to: 'undisclosed: ann@example.com;' },
  { to: '' },
])('nothing that could end a header is sent: %j', async (change) => {
  const before = server.received.length
  const transport = createMailTransport({ smtpUrl: server.url, from, folder, log })
  await expect(transport.send({ ...mail, ...change })).rejects.toThrow()
  await transport.close()
  expect(server.received).toHaveLength(before)
})

test.each([
  'Hi\r\nBcc: eve@example.com',
  'Hi\nBcc: eve@example.com',
  'Hi\u2028Bcc: eve@example.com',
  'Hi\u202eBcc: eve@example.com',
])('a subject is one line that reads as it is written: %j', async (subject) => {
  const mails = join(folder, randomUUID())
  const transport = createMailTransport({ from, folder: mails, log })
  await transport.send({ ...mail, subject })
  await transport.close()
  const [file] = await readdir(mails)
  const sent = await PostalMime.parse(await readFile(join(mails, file!)))
  expect([sent.subject, sent.bcc ?? []]).toEqual(['Hi Bcc: eve@example.com', []])
})

test('a sender with a line break is refused at once', () => {
  expect(() => createMailTransport({ from: 'a@b.example\r\nBcc: c@d.example', folder, log })).toThrow(/one line/)
})
