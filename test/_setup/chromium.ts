import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import { chromium, type Browser, type LaunchOptions } from 'playwright-core'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome', 'msedge']
const FOLDERS = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/bin', '/usr/local/bin', '/snap/bin']
const APPLICATIONS = ['Google Chrome', 'Chromium'].map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`)
const CACHE = fileURLToPath(new URL('../../node_modules/.cache/chromium', import.meta.url))

const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Starts an installed browser, else the one that npm brings, without a window and any network traffic of its own. */
export async function launchChromium(): Promise<Browser> {
  const { env, ...options } = findInstalled() ?? (await unpackOurs())
  // Where no locale is set, it cannot name files in letters other than ASCII.
  return chromium.launch({ args: ARGUMENTS, ...options, env: { ...process.env, ...env, LC_ALL: 'C.UTF-8' } })
}

function findInstalled(): LaunchOptions | undefined {
  const known = FOLDERS.flatMap((folder) => NAMES.map((name) => join(folder, name)))
  const found = [...known, ...APPLICATIONS, chromium.executablePath()].find((path) => existsSync(path))
  const executablePath = process.env['CHROMIUM_PATH'] ?? found
  return executablePath === undefined ? undefined : { executablePath }
}

/**
 * Its package would unpack it to a fixed path in the system's folder for temporary files, where another user may have put
 * something, and would take a half unpacked one for whole: test files run side by side. `npm ci` empties our cache.
 */
async function unpackOurs(): Promise<LaunchOptions> {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new Error('No Chromium found: install one, or name it in CHROMIUM_PATH')
  if (!existsSync(CACHE)) {
    const part = `${CACHE}-${randomUUID()}`
    await mkdir(part, { recursive: true })
    const [browser, libraries] = await Promise.all(['chromium.br', 'al2023.tar.br'].map(readPacked))
    await writeFile(join(part, 'chromium'), browser!, { mode: 0o700 })
    execFileSync('tar', ['-x', '-C', part], { input: libraries! })
    // The first one wins.
    await rename(part, CACHE).catch(() => rm(part, { recursive: true }))
  }
  return { executablePath: join(CACHE, 'chromium'), env: { LD_LIBRARY_PATH: join(CACHE, 'lib') } }
}

async function readPacked(name: string): Promise<Buffer> {
  const file = new URL(`../../bin/${name}`, import.meta.resolve('@sparticuz/chromium'))
  return promisify(brotliDecompress)(await readFile(file))
}
