import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium, type Browser } from 'playwright-core'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome', 'msedge']
const FOLDERS = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/bin', '/usr/local/bin', '/snap/bin']
const APPLICATIONS = ['Google Chrome', 'Chromium'].map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`)

/** Where the browser is. Throws when there is none: what it tests would go untested. */
function findChromium(): string {
  const given = process.env['CHROMIUM_PATH']
  const known = FOLDERS.flatMap((folder) => NAMES.map((name) => join(folder, name)))
  const found = given ?? [...known, ...APPLICATIONS, chromium.executablePath()].find((path) => existsSync(path))
  if (found) return found
  throw new Error('No Chromium found: install one (`apt-get install chromium`), or name it in CHROMIUM_PATH')
}

/** Starts the browser without a window and without any of its own network traffic. */
export async function launchChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: findChromium(),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
}
