import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { streamText } from 'ai'
import { H3, serve } from 'h3'
import { announceReady } from '../child.ts'

/** The AI SDK behind h3 and nothing else: what the model says, as frames. */
const baseURL = process.env['MODEL_URL'] ?? ''
const model = createOpenAICompatible({ name: 'openai', apiKey: 'sk', baseURL, includeUsage: true }).chatModel(
  'scripted',
)
const app = new H3()
app.post('/chat', async ({ req }) => {
  const { messages } = (await req.json()) as { messages: { role: 'user'; content: string }[] }
  const { stream } = streamText({ model, messages })
  const encoder = new TextEncoder()
  const frames = new ReadableStream({
    async start(controller) {
      for await (const part of stream)
        if (part.type === 'text-delta')
          controller.enqueue(encoder.encode(`data: ${JSON.stringify({ type: 'text', content: part.text })}\n\n`))
      controller.close()
    },
  })
  return new Response(frames, { headers: { 'content-type': 'text/event-stream' } })
})
const server = serve(app, { port: 0, hostname: '127.0.0.1', silent: true, gracefulShutdown: false })
await server.ready()
announceReady(server.url ?? '')
