import { defineCommand, defineModule, Id, post, signedIn } from '@plinth/core'
import { checkContract } from '@plinth/testing'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { testApp } from '../_setup/app.ts'

const output = z.object({ id: z.string() })
const mail = defineCommand({
  id: 'desk.mail',
  access: signedIn,
  undoable: { because: 'a mail was sent' },
  input: Id,
  output,
  run: ({ input }) => input,
})
const close = defineCommand({
  id: 'desk.close',
  access: signedIn,
  input: Id,
  output,
  run: ({ run, input }) => run(mail, input),
})

const desk = defineModule({
  id: 'desk',
  title: 'Desk',
  commands: [mail, close],
  routes: [post('/desk/close', close, { summary: 'Close and tell who asked.' })],
})

test('a command that runs one that cannot be taken back keeps its contract without a token', async () => {
  await using app = await testApp({ modules: [desk] })
  const sample = { route: 'POST /desk/close', as: {}, request: { body: { id: crypto.randomUUID() } }, expect: 200 }
  const { operation } = await app.as({}).post('/desk/close', { id: crypto.randomUUID() })
  expect(operation).toBeNull()
  expect(await checkContract(app, { samples: [sample], open: [], requests: 10 })).toMatchObject({ routes: 1 })
})
