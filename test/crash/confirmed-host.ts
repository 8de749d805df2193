import { aiAssistant } from '@plinth/ai-assistant'
import { apiKeys } from '@plinth/api-keys'
import { auditLogs } from '@plinth/audit-logs'
import { createPlatform, toNodeHandler } from '@plinth/core'
import { once } from 'node:events'
import { flushCompileCache } from 'node:module'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { accountModules } from '../modules/auth/_modules.ts'
import { type Moment, moments } from './confirmed-moments.ts'

// A host that dies while it carries out what a person has confirmed to the assistant.
const { before, times = 1, isOnTheWay } = moments[process.env['CRASH_MOMENT'] as Moment]
const die = () => process.kill(process.pid, 'SIGKILL')
let isConfirmed = false
let met = 0

function onStatement(text: string): void {
  isConfirmed ||= text.startsWith('update ai_approvals set decided_at')
  if (!isConfirmed || !before.test(text) || ++met !== times) return
  // Its answer has not been heard.
  if (isOnTheWay) void setTimeout(Math.random() * 2).then(die)
  else die()
}

const providers = { openai: { apiKey: 'sk', baseUrl: process.env['MODEL_URL'] } }
const platform = await createPlatform({
  modules: [...accountModules(), apiKeys, auditLogs, aiAssistant({ provider: 'openai', providers })],
  database: { url: process.env['HOST_DATABASE_URL']!, privilegedLogin: true, onStatement },
  secret: 'a secret that no production platform has',
  origin: 'https://acme.example',
})
await platform.start({ workers: false })
flushCompileCache()
const server = createServer(toNodeHandler(platform)).listen(0, '127.0.0.1')
await once(server, 'listening')
process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
process.once('disconnect', () => process.exit())
