import { Agent, request } from 'node:http'
import { announceReady } from '../child.ts'

const CONNECTIONS = 32
const { URL: url = '', TOKEN = '' } = process.env
const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' }
const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
let isNoisy = false
let count = 0

/** What its connections do over and over, each one of these. */
const habits: readonly (() => Promise<void>)[] = [
  () => send('POST', '/catalog/products', JSON.stringify({ title: `Imported ${++count}`, sku: `I-${count}` })),
  () => send('GET', '/catalog/products?format=csv'),
  () => send('GET', `/catalog/products?search=${(++count % 4096).toString(16)}&pageSize=100`),
]

process.on('message', (message) => {
  if (message === 'noise') isNoisy = true
  if (message === 'calm') isNoisy = false
})
for (let index = 0; index < CONNECTIONS; index++) void repeat(habits[index % habits.length]!)
announceReady('noise')

async function repeat(habit: () => Promise<void>): Promise<void> {
  for (;;) {
    // Whatever it is answered, it goes on.
    if (isNoisy) await habit().catch(() => {})
    else await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

function send(method: string, path: string, body?: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = request(`${url}${path}`, { method, headers, agent }, (response) => {
      response.resume().on('end', resolve).on('error', reject)
    })
    sent.on('error', reject).end(body)
  })
}
