import { type Confinement, startConfined } from '@plinth/core'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'

const MEMORY = 256 * 2 ** 20
const confinement: Confinement = { memory: MEMORY, readablePaths: [], stdio: ['ignore', 'ignore', 'ignore', 'ipc'] }
const program = (name: string) => join(import.meta.dirname, name)

test('a confined program reaches nothing', async () => {
  let connections = 0
  const server = createServer((socket) => {
    connections++
    socket.destroy()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const file = join(tmpdir(), `confined-${process.pid}`)
  const { port } = server.address() as AddressInfo
  const child = startConfined(program('_attempts.ts'), [String(port), file], confinement)
  const [could] = (await once(child, 'message')) as [string[]]
  expect(could).toEqual([])
  expect([connections, existsSync(file)]).toEqual([0, false])
  child.kill('SIGKILL')
  server.close()
})

test('it is killed when it takes too much memory, though it holds its thread', async () => {
  const child = startConfined(program('_grow.ts'), [], confinement)
  expect(await once(child, 'exit')).toEqual([null, 'SIGKILL'])
})

test('it is ended when it takes too much time of processors, though it holds its thread', async () => {
  const child = startConfined(program('_hold.ts'), [], { ...confinement, cpuSeconds: 0.5 })
  expect(await once(child, 'exit')).toEqual([null, 'SIGTERM'])
})

test('it does not outlive whoever started it, though it holds its thread', async () => {
  const parent = spawn(
    process.execPath,
    ['--conditions=@plinth/source', '--conditions=@plinth/source', program('_parent.ts')],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const [line] = (await once(parent.stdout, 'data')) as [Buffer]
  const child = Number(String(line))
  parent.kill('SIGKILL')
  await vi.waitFor(() => expect(() => process.kill(child, 0)).toThrow('ESRCH'), 20_000)
})
