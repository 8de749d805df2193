import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runHost } from '../host/_run-host.ts'
import { type CommandBlock, inRepository } from './_command-blocks.ts'
import { makeFolder } from './_folder.ts'
import { findCommands } from './_pages.ts'
import { createDatabase, paste } from './_processes.ts'

/** A PDF of one page without a word on it. */
const PDF =
  '%PDF-1.1\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj 3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>endobj\ntrailer<</Root 1 0 R>>'

test('the requests of the pages are answered as they say', { timeout: 180_000 }, async () => {
  await using folder = await makeFolder()
  await writeFile(join(folder.path, 'contract.pdf'), PDF)
  const DATA_DIR = join(folder.path, 'data')
  const DATABASE_URL = await createDatabase('docs_requests')
  await using host = await runHost({ DATABASE_URL, DATA_DIR, SEED_PASSWORD: 'Secret-123', LOG_LEVEL: 'error' })
  const token = await host.logIn('admin@acme.com', 'Secret-123')
  const ask = async (path: string) => (await (await host.call(path, { token })).json()) as Record<string, unknown>
  const { items: users } = (await ask('/api/auth/users?search=employee')) as { items: { id: string }[] }
  const { selectedId } = (await ask('/api/directory/organization-switcher')) as { selectedId: string }
  const known: Record<string, string> = { TOKEN: token, USER_ID: users[0]!.id, ID: crypto.randomUUID() }

  /** Pastes a block with values in place of its ellipses, and answers the errors that were answered, and the rest. */
  const follow = async (block: CommandBlock, ...values: readonly string[]) => {
    const rest = [...values]
    const text = findCommands(block)
      .text.replaceAll(/https?:\/\/(?:localhost:3000|app\.example\.com)/g, host.url)
      .replaceAll(/^npx .*\n/gm, '')
      .replaceAll(/(https:\/\/)?…/g, () => rest.shift() ?? 'https://login.example')
    const named = Object.entries(known).map(([name, value]) => `${name}='${value}'`)
    const prefix = [
      ...named,
      `API=${host.url}/api`,
      `JSON='content-type: application/json'`,
      `AUTH="authorization: Bearer $TOKEN"`,
    ]
    const said = `${text}\necho; test -z "$KEY" || echo "KEY=$KEY"`
    const printed = await paste(`${prefix.join('\n')}\n${said.replaceAll(/^curl /gm, "curl -sw '\\n' ")}`, folder.path)
    const key = /^KEY=(.+)$/m.exec(printed)?.[1]
    if (key !== undefined) known['KEY'] = key
    return printed
  }
  const errorsIn = (printed: string) => [...printed.matchAll(/^\{.*?"error":"([^"]*)"/gm)].map(([, error]) => error)
  const succeed = async (block: CommandBlock, ...values: readonly string[]) => {
    const printed = await follow(block, ...values)
    expect([block, errorsIn(printed)]).toEqual([block, []])
    return printed
  }
  const idIn = (printed: string) => /"id":"([\w-]{36})"/.exec(printed)![1]!

  await succeed(inRepository.variables)
  expect(await succeed(inRepository.files)).toContain('"fileName":"contract.pdf"')
  expect(await succeed(inRepository.tools)).toContain('"tools":[')
  expect(errorsIn(await follow(inRepository.conversations))).toEqual(['Conversation not found'])

  await succeed(inRepository.field)
  expect(await succeed(inRepository.fieldValue, users[0]!.id)).toContain('"cf_level":3')
  expect(await succeed(inRepository.records)).toMatch(/^name\r?\nVan|Van/m)

  await succeed(inRepository.secondFactor)
  expect(await succeed(inRepository.sessions)).toContain('"items":[')
  expect(errorsIn(await follow(inRepository.factors))).toEqual([])
  const connection = idIn(
    await succeed(inRepository.connection, 'https://login.example', 'client', 'secret', selectedId),
  )
  expect(await follow(inRepository.domain, connection, connection, connection)).toMatch(/"txt|record/i)
  await succeed(inRepository.enforced, connection, users[0]!.id)
  await succeed(inRepository.secondFactorToo, connection)
  expect(errorsIn(await follow(inRepository.identities, crypto.randomUUID()))).toHaveLength(1)
  expect(
    errorsIn(await follow(inRepository.saml, 'https://login.example', 'https://login.example', selectedId)),
  ).toHaveLength(2)

  await host.call('/api/auth/roles', { method: 'POST', token, json: { name: 'importer' } })
  const account = await follow(inRepository.serviceAccount, crypto.randomUUID())
  known['SERVICE_ACCOUNT_ID'] = idIn(account)
  expect(errorsIn(await follow(inRepository.reactivate, known['SERVICE_ACCOUNT_ID'])).length).toBeLessThan(2)
  const keys = { serviceAccountId: known['SERVICE_ACCOUNT_ID'], name: 'server 1' }
  const made = await host.call('/api/api_keys/service-accounts/keys', { method: 'POST', token, json: keys })
  known['KEY'] = ((await made.json()) as { secret: string }).secret
  expect(await follow(inRepository.scopedToken)).toMatch(/access_token|invalid_scope/)
})
