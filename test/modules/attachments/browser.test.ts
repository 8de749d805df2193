import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readFile } from 'node:fs/promises'
import { toNodeHandler } from '@plinth/core'
import { expect, test } from 'vitest'
import { launchChromium } from '../../_setup/chromium.ts'
import { prepareAccounts } from '../auth/_accounts.ts'
import { filesApp, picture } from './_files.ts'

/** What a product's page would do: nothing but forms, pictures, links and `fetch`. */
const PAGE = `<!doctype html><title>Files</title>
<input type="file"><button>Upload</button><button>Delete</button><button>Undo</button>
<p role="status"></p><a>Download</a><div></div>
<script type="module">
const [input, status, link, place] = ['input', 'p', 'a', 'div'].map((name) => document.querySelector(name))
let file, token
const call = async (method, path, body) => {
  const answer = await fetch('/api' + path, { method, body, headers: typeof body === 'string' ? { 'content-type': 'application/json' } : {} })
  token = /undoToken%22%3A%22([^%]*)/.exec(answer.headers.get('x-om-operation') ?? '')?.[1] ?? token
  return { status: answer.status, body: await answer.json() }
}
const show = () => {
  const image = new Image()
  image.onload = () => (status.textContent = 'shown ' + image.naturalWidth)
  image.onerror = () => (status.textContent = 'gone')
  image.src = file.thumbnailUrl + '&again=' + Math.random()
  place.replaceChildren(image)
}
const actions = {
  async Upload() {
    const form = new FormData()
    form.set('entityId', 'shop:order')
    form.set('recordId', '1')
    form.set('file', input.files[0])
    file = (await call('POST', '/attachments', form)).body.item
    link.href = file.url + '?download=1'
  },
  Delete: () => call('DELETE', '/attachments?id=' + file.id),
  Undo: () => call('POST', '/audit_logs/audit-logs/actions/undo', JSON.stringify({ undoToken: token })),
}
for (const button of document.querySelectorAll('button')) button.onclick = () => actions[button.textContent]().then(show)
await fetch('/api/auth/login', { method: 'POST', body: new URLSearchParams({ email: 'admin@acme.com', password: 'Secret-123' }) })
status.textContent = 'ready'
</script>`

test(
  'a browser uploads a picture, shows its thumbnail, downloads it, deletes it and takes that back',
  { timeout: 180_000 },
  async () => {
    const server = createServer((request, response) => {
      if (request.url === '/') response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE)
      else void handle(request, response)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const origin = `http://localhost:${(server.address() as AddressInfo).port}`
    await using app = await filesApp({}, undefined, { prepare: prepareAccounts, origin })
    const handle = toNodeHandler(app.platform)
    const browser = await launchChromium()
    try {
      const page = await browser.newPage()
      await page.goto(origin)
      const says = (text: string) => page.getByRole('status').filter({ hasText: text }).waitFor()
      const press = (name: string) => page.getByRole('button', { name }).click()
      await says('ready')
      const bytes = Buffer.from(await picture(640, 400))
      await page.locator('input').setInputFiles({ name: 'Grüße aus Łódź.png', mimeType: 'image/png', buffer: bytes })
      await press('Upload')
      await says('shown 320')
      const [download] = await Promise.all([page.waitForEvent('download'), page.getByText('Download').click()])
      expect(download.suggestedFilename()).toBe('Grüße aus Łódź.png')
      expect((await readFile(await download.path())).equals(bytes)).toBe(true)
      await press('Delete')
      await says('gone')
      await press('Undo')
      await says('shown 320')
    } finally {
      await browser.close()
      server.close()
    }
  },
)
