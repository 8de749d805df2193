import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { toNodeHandler } from '@plinth/core'
import { Hono } from 'hono'
import { platform } from './composition.ts'
import { listenAll } from './listen-all.ts'

// With its defaults it replaces the global `Request` and `Response`, for everything in this process.
const before = Response
const hono = createServer(getRequestListener(new Hono().all('*', ({ req }) => platform.fetch(req.raw)).fetch))
if (Response === before) throw new Error('The global Response is what it was, so this would show nothing')

await platform.start()
console.log(JSON.stringify({ urls: await listenAll({ hono, besideHono: createServer(toNodeHandler(platform)) }) }))
