import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../host/_run-host.ts'
import { CONFIG, makeProduct } from './_product.ts'

test('a product starts, restarts when a file changes, and stops by Ctrl-C', { timeout: 120_000 }, async () => {
  await using product = await makeProduct()
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env
  const program = ['--conditions=@plinth/source', join(ROOT, 'packages/cli/src/plinth.ts'), 'dev', '--port', '0']
  const child = spawn(process.execPath, program, {
    cwd: product.folder.path,
    env: { ...product.environment, PATH, NODE_COMPILE_CACHE },
  })
  const ended = once(child, 'exit')
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  try {
    const origins = () => [...output.matchAll(/API {12}(\S+)\/api$/gm)].map(([, origin]) => origin!)
    await expect.poll(origins, { timeout: 60_000 }).toHaveLength(1)
    expect((await fetch(`${origins()[0]}/readyz`)).status).toBe(200)
    await product.folder.write('plinth.config.ts', CONFIG.replace("title: 'Shop'", "title: 'Market'"))
    await expect.poll(origins, { timeout: 60_000 }).toHaveLength(2)
    expect(output).toContain('Market is ready')
    const login = await fetch(`${origins()[1]}/login`)
    expect(await login.text()).toContain('Market')
    // A terminal sends the signal to the whole group.
    child.kill('SIGTERM')
    await ended
    await expect
      .poll(() => fetch(`${origins()[1]}/healthz`).catch(() => 'stopped'), { timeout: 20_000 })
      .toBe('stopped')
  } finally {
    child.kill('SIGKILL')
  }
})
