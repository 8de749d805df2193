import { arch, cpus, platform, totalmem } from 'node:os'
import { accesses } from './cases/accesses.ts'
import { actions } from './cases/actions.ts'
import { apiKeyRequests } from './cases/api-keys.ts'
import { bulkDelete } from './cases/bulk-delete.ts'
import { chats } from './cases/chats.ts'
import { commands } from './cases/commands.ts'
import { concurrency } from './cases/concurrency.ts'
import { webConsole } from './cases/console.ts'
import { customFields } from './cases/custom-fields.ts'
import { customFieldFilters } from './cases/custom-filters.ts'
import { dashboards } from './cases/dashboards.ts'
import { deepPages } from './cases/deep-pages.ts'
import { files } from './cases/files.ts'
import { grants } from './cases/grants.ts'
import { library } from './cases/library.ts'
import { login } from './cases/login.ts'
import { names } from './cases/names.ts'
import { neighbors } from './cases/neighbors.ts'
import { policies } from './cases/policies.ts'
import { profile } from './cases/profile.ts'
import { gaplessNumbers, readSettings, savedLines, transitions } from './cases/records.ts'
import { roles } from './cases/roles.ts'
import { sandboxes } from './cases/sandbox.ts'
import { searchInserts } from './cases/search-inserts.ts'
import { searches } from './cases/search.ts'
import { shippedHost } from './cases/shipped-host.ts'
import { singleSignOn } from './cases/single-sign-on.ts'
import { start } from './cases/start.ts'
import { tools } from './cases/tools.ts'
import { transfers } from './cases/transfer.ts'
import { transferExports } from './cases/transfer-exports.ts'
import { transferMemory } from './cases/transfer-memory.ts'
import { trail } from './cases/trail.ts'
import { guards } from './cases/guards.ts'
import { ruleExecution } from './cases/rule-execution.ts'
import { users } from './cases/users.ts'
import { webhooks } from './cases/webhooks.ts'
import { type BenchDatabase, openBenchDatabase } from './database.ts'
import { isFailure, printResult, type Result } from './result.ts'

/** `npm run bench`, or `npm run bench -- profile` for the cases whose name contains a word. */
const cases = {
  grants,
  profile,
  login,
  roles,
  commands,
  concurrency,
  users,
  actions,
  accesses,
  trail,
  policies,
  start,
  'single-sign-on': singleSignOn,
  'api-keys': apiKeyRequests,
  'bulk-delete': bulkDelete,
  guards,
  rules: measureRules,
  'custom-fields': customFields,
  'custom-filters': customFieldFilters,
  dashboards,
  'deep-pages': deepPages,
  names,
  neighbors,
  search: searches,
  'search-inserts': searchInserts,
  files,
  library,
  letters: measureLetters,
  sandbox: sandboxes,
  tools,
  chats,
  host: shippedHost,
  console: webConsole,
  webhooks,
  transfer: transfers,
  'transfer-exports': transferExports,
  'transfer-memory': transferMemory,
  transitions,
  lines: savedLines,
  numbers: gaplessNumbers,
  settings: readSettings,
}

async function measureLetters(): Promise<Result[]> {
  const { letters } = await import('./cases/letters.ts')
  return letters()
}

async function measureRules(database: BenchDatabase): Promise<Result[]> {
  // Its peers are loaded only when they are wanted.
  const { ruleEngine } = await import('./cases/rule-engine.ts')
  return [...(await ruleEngine()), ...(await ruleExecution(database))]
}

const named = process.argv.slice(2)
const chosen = Object.entries(cases).filter(([name]) => named.length === 0 || named.some((word) => name.includes(word)))
console.log(
  `${cpus().length} × ${cpus()[0]?.model}, ${Math.round(totalmem() / 2 ** 30)} GiB, ${platform()} ${arch()}, Node ${process.version}\n`,
)
await using database = await openBenchDatabase()
const results: Result[] = []
for (const [, run] of chosen) {
  const measured = run(database)
  // Some tell each as soon as they have it.
  for await (const result of measured instanceof Promise ? await measured : measured) {
    printResult(result)
    results.push(result)
  }
}
process.exitCode = results.some(isFailure) ? 1 : 0
