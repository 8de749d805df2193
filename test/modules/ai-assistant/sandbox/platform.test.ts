import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { assistantApp, execute } from '../_assistant.ts'

/** The processes of sandboxes that this process has started. */
async function processes(): Promise<readonly string[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=,args='])
  return stdout.split('\n').flatMap((line) => {
    const [pid, parent] = line.trim().split(/\s+/)
    return Number(parent) === process.pid && line.includes('/sandbox/program/') ? [pid!] : []
  })
}

test('processes of code end with their platform, and those of another one go on', { timeout: 60_000 }, async () => {
  const before = await processes()
  await using other = await assistantApp()
  const run = (app: typeof other) => execute(app.as('admin'), 'execute', { code: 'async () => 6 * 7' })
  {
    await using app = await assistantApp()
    expect((await run(app)).body).toMatchObject({ success: true, result: { success: true, result: '42' } })
    expect((await processes()).length).toBeGreaterThan(before.length)
  }
  await expect.poll(processes, { timeout: 5_000 }).toEqual(before)
  expect((await run(other)).body).toMatchObject({ result: { result: '42' } })
})
