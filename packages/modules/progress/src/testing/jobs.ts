import type { TestPlatform } from '@plinth/testing'

/** Creates a job as an administrator and returns its id. */
export async function announce(app: TestPlatform, fields: object = {}): Promise<string> {
  const { status, text, body } = await app
    .as('admin')
    .post('/progress/jobs', { jobType: 'test', name: 'A test', ...fields })
  if (status !== 201) throw new Error(text)
  return body.id
}
