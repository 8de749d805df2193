import { spawnSync } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { lookup } from 'node:dns/promises'
import { readFileSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'

/** Tries everything that a confined program may not do, and answers what it could. */
const [port, file] = process.argv.slice(2) as [string, string]

const attempts: Readonly<Record<string, () => unknown>> = {
  environment: () =>
    Object.keys(process.env)
      .filter((name) => !name.startsWith('NODE_CHANNEL'))
      .join() || refuse(),
  read: () => readFileSync('/etc/passwd'),
  write: () => writeFileSync(file, 'x'),
  program: () => spawnSync('touch', [file]),
  connect: () => connect(Number(port), '127.0.0.1'),
  listen: () => createServer().listen(0),
  datagram: () => createSocket('udp4').send('x', Number(port), '127.0.0.1'),
  fetch: () => fetch(`http://127.0.0.1:${port}`),
  lookup: () => lookup('localhost'),
  addon: () => process.dlopen({ exports: {} }, '/x.node'),
}

function refuse(): never {
  throw new Error('There is none')
}

const could: string[] = []
for (const [what, attempt] of Object.entries(attempts))
  try {
    const done = await attempt()
    if (!(done && typeof done === 'object' && 'error' in done && done.error)) could.push(what)
  } catch {}
process.send!(could)
