import { createSandbox } from '@plinth/ai-assistant'

/** What code of a model gets through the only door that it has. */
await using sandbox = createSandbox()
const code = `async () => (await api.request({ method: 'GET', path: '/cage' })).data`
const { result, error } = await sandbox.run(code, {
  owner: 'somebody',
  request: async ({ path }) => ({ success: true, statusCode: 200, data: `from the ${path.slice(1)}` }),
})
console.log(error ?? result)
