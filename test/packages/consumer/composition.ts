import { auth } from '@plinth/auth'
import { createPlatform, defineModule, get, open } from '@plinth/core'
import { directory } from '@plinth/directory'
import { z } from 'zod'

const greetings = defineModule({
  id: 'greetings',
  title: 'Greetings',
  routes: [
    get('/greetings/{name}', { access: open, response: z.object({ text: z.string() }) }, ({ event }) => ({
      text: `Hello, ${event.context.params?.['name']}`,
    })),
  ],
})

const secret = 'a secret of at least 32 characters'

export const platform = await createPlatform({
  modules: [directory, auth({ secret }), greetings],
  database: { url: process.env['DATABASE_URL'] ?? 'postgres://localhost/product', privilegedLogin: true },
  secret,
})
