import { defineModule, open, patch } from '@plinth/core'
import { bodyOf } from '@plinth/core/http'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { testApp } from '../../_setup/app.ts'

const origin = 'https://app.example.com'

const protocol = defineModule({
  id: 'protocol',
  title: 'Protocol',
  routes: [
    patch(
      '/places/{id}',
      {
        access: open,
        http: {
          rawBody: { type: 'application/places' },
          headers: {
            request: { 'Place-Start': 'Where the bytes begin.' },
            answer: { 'Place-End': 'Where they end.' },
            options: { 'Place-Version': '7' },
          },
        },
        response: z.object({ bytes: z.number() }),
      },
      async ({ event, request }) => {
        const body = bodyOf(event.req)
        const bytes = body ? (await text(body)).length : 0
        request.setHeader('place-end', String(bytes))
        return { bytes }
      },
    ),
  ],
})

test('a route has headers and bytes of its own: they are told, shown to invited pages, and documented', async () => {
  await using app = await testApp({ modules: [protocol], cors: { origins: [origin] } })
  const asked = await app.fetch('/places/1', { method: 'OPTIONS', headers: { origin } })
  expect([asked.status, asked.headers.get('place-version')]).toEqual([204, '7'])
  expect(asked.headers.get('access-control-expose-headers')).toContain('Place-Version')
  const sent = await app.fetch('/places/1', { method: 'PATCH', headers: { origin }, body: 'hello' })
  expect([await sent.json(), sent.headers.get('place-end')]).toEqual([{ bytes: 5 }, '5'])
  expect(sent.headers.get('access-control-expose-headers')).toBe(
    'x-om-operation, x-request-id, idempotency-replayed, retry-after, ratelimit-policy, ratelimit, Place-End',
  )
  const document = await (await app.fetch('/openapi.json')).json()
  const { parameters, requestBody, responses } = document.paths['/places/{id}'].patch
  expect(parameters).toContainEqual({
    name: 'Place-Start',
    in: 'header',
    description: 'Where the bytes begin.',
    schema: { type: 'string' },
  })
  expect(requestBody.content['application/places'].schema).toEqual({ type: 'string', format: 'binary' })
  expect(responses[200].headers['Place-End'].description).toBe('Where they end.')
})
