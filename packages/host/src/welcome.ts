import { CONSOLE, type HostOptions } from './host-options.ts'
import type { SeededAccount } from './seed.ts'

interface Welcome {
  readonly name: string
  readonly url: string
  readonly seeded: readonly SeededAccount[]
  readonly pages: HostOptions['pages']
  readonly mount: HostOptions['mount']
}

/** Tells people the addresses of the host and, once, the accounts that were created. The log goes to standard output. */
export function printWelcome({ name, url, seeded, pages = {}, mount = {} }: Welcome): void {
  const base = url.replace(/\/$/, '').replace('127.0.0.1', 'localhost')
  const lines = [
    '',
    `  ${name} is ready`,
    '',
    // People begin where the login leads.
    ...(pages.console !== false || CONSOLE in mount ? [`  Console        ${base}${CONSOLE}`] : []),
    `  API            ${base}/api`,
    ...(pages.apiReference === false ? [] : [`  API reference  ${base}/docs`]),
    ...(pages.signIn === false ? [] : [`  Login page     ${base}/login`]),
  ]
  if (seeded.length > 0) {
    lines.push('', `  Accounts of the tenant "${seeded[0]?.tenantName}", shown this once:`)
    for (const { email, password, isGenerated } of seeded)
      lines.push(`    ${email.padEnd(24)} ${isGenerated ? password : '(SEED_PASSWORD)'}`)
  }
  process.stderr.write(`${lines.join('\n')}\n\n`)
}
