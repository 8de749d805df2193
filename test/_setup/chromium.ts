import { existsSync } from 'node:fs'
import { chromium, type Browser } from 'playwright-core'

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** The installed browser, if there is one; CHROMIUM_PATH names another. */
export const chromiumPath: string | undefined = process.env['CHROMIUM_PATH'] ?? PLACES.find((path) => existsSync(path))

/** Starts the browser without a window and without any of its own network traffic. */
export function launchChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: chromiumPath,
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
