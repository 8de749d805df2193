import { progress } from '@plinth/progress'
import { expect, test } from 'vitest'
import { authApp, signIn } from '../auth/_accounts.ts'

test('a stream ends when its login does', async () => {
  await using app = await authApp({ modules: [progress] })
  const [leaving, staying] = [await signIn(app, 'admin@acme.com'), await signIn(app, 'employee@acme.com')]
  const readers = []
  for (const login of [leaving, staying]) {
    const reader = (await login.fetch('/events/stream')).body!.getReader()
    await reader.read()
    readers.push(reader)
  }
  await leaving.post('/auth/logout')
  expect((await readers[0]!.read()).done).toBe(true)
  const next = readers[1]!.read()
  await leaving.get('/auth/profile')
  await (await signIn(app, 'admin@acme.com')).post('/progress/jobs', { jobType: 'x', name: 'After' })
  expect(new TextDecoder().decode((await next).value)).toContain('progress.job.created')
  await readers[1]!.cancel()
})
