import { platform } from './composition.ts'

declare const Deno: {
  serve(
    options: { port: number; hostname: string; onListen: (address: { port: number }) => void },
    handler: (request: Request) => Promise<Response>,
  ): unknown
}

await platform.start()
Deno.serve(
  {
    port: 0,
    hostname: '127.0.0.1',
    onListen: ({ port }) => console.log(JSON.stringify({ urls: { deno: `http://127.0.0.1:${port}` } })),
  },
  platform.fetch,
)
