import { type Caller, createPlatform } from '@plinth/core'
import { compileGrants } from '@plinth/core/acl'
import { flushCompileCache } from 'node:module'
import { setTimeout } from 'node:timers/promises'
import { accountModules } from '../modules/auth/_modules.ts'
import { crashModules } from './command-modules.ts'

/** What a host is told to run, and where it dies of it. */
export interface Order {
  readonly commandId: string
  readonly input: unknown
  readonly caller: Caller
  /** Before the statement that comes after so many, or when its commit is on the way and its answer unheard. */
  readonly at: number | 'commit'
}

// A host that runs one command and kills itself on the way.
const { commandId, input, caller: ordered, at } = JSON.parse(process.env['CRASH_ORDER']!) as Order
const die = () => process.kill(process.pid, 'SIGKILL')
let isRunning = false
let sent = 0

function onStatement(text: string): void {
  if (!isRunning) return
  if (at === 'commit') {
    if (text === 'commit') void setTimeout(Math.random() * 2).then(die)
  } else if (sent++ === at) die()
}

const platform = await createPlatform({
  modules: [...accountModules(), ...crashModules],
  database: { url: process.env['HOST_DATABASE_URL']!, privilegedLogin: true, poolSize: 3, onStatement },
  secret: 'a secret that no production platform has',
})
await platform.start({ workers: false })
// Who is killed does not write it down at the end.
flushCompileCache()
const command = platform.modules.flatMap(({ commands = [] }) => commands).find(({ id }) => id === commandId)!
const caller = { ...ordered, actor: { ...ordered.actor, grants: compileGrants(['*']) } }
isRunning = true
await platform.actAs(caller, ({ run }) => run(command, input))
await platform.settled()
process.send?.('done')
process.disconnect?.()
