import type { SeededAccount } from './seed.ts'

/** Prints the addresses of the host and, once, the accounts that were created. */
export function printWelcome({ url, seeded }: { url: string; seeded: readonly SeededAccount[] }): void {
  const base = url.replace(/\/$/, '').replace('127.0.0.1', 'localhost')
  const lines = [
    '',
    '  Plinth is ready',
    '',
    `  API            ${base}/api`,
    `  API reference  ${base}/docs`,
    `  Login page     ${base}/login`,
  ]
  if (seeded.length > 0) {
    lines.push('', '  Accounts of the tenant "Acme Corp Tenant", shown this once:')
    for (const { email, password, isGenerated } of seeded)
      lines.push(`    ${email.padEnd(24)} ${isGenerated ? password : '(SEED_PASSWORD)'}`)
  }
  process.stdout.write(`${lines.join('\n')}\n\n`)
}
