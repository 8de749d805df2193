import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** What takes longest, the longest first, so that no worker is left alone with one of them at the end. */
export const LONGEST = [
  'modules/together/isolation',
  'modules/together/races',
  'attack/campaign',
  'contract/accounts',
  'core/jobs/queue',
  'modules/together/contract',
  'modules/attachments/images',
  'core/jobs/batched-log-outages',
  'crash/cut-connections',
  'testing/check-races',
  'modules/attachments/texts',
  'undo/migrated',
  'modules/audit-logs/large-entries',
  'modules/attachments/hostile',
  'modules/catalog/crash',
  'isolation/faults',
  'undo/sequences-0',
  'core/platform/migrate',
  'contract/modules',
  'modules/together/undo',
  'docs/snippets',
  'crash/commands',
  'undo/sequences-1',
  'modules/directory/scale',
  'modules/ai-assistant/sandbox/escapes',
  'crash/crash',
  'modules/audit-logs/exports',
  'host/start',
  'host/two-hosts',
  'modules/together/rotation',
  'modules/ai-assistant/hostile',
  'modules/audit-logs/trail-moves',
  'contract/rules-and-logs',
  'undo/lost-rights',
  'modules/dashboards/batch',
  'core/platform/check-server',
  'attack/cross-site',
  'modules/ai-assistant/chat',
  'console/browser',
  'core/command/concurrency',
  'modules/catalog/barcode',
  'modules/ai-assistant/usage',
  'modules/auth/rate-limits',
  'attack/lost-connections',
  'core/data/fair-pool',
  'modules/custom-fields/indexes',
  'modules/audit-logs/archive-stores',
  'client/client',
  'modules/together/exports',
  'modules/attachments/resumable',
  'modules/audit-logs/trail',
  'modules/attachments/crash',
  'crash/confirmed',
  'modules/auth/rights/boundary',
  'modules/ai-assistant/mcp/conformance',
  'modules/audit-logs/archive',
  'undo/packed-release',
  'core/byte-cache',
  'docs/readme',
  'core/cache/poller',
  'modules/ai-assistant/sandbox/sandbox',
  'modules/ai-assistant/large-answers',
  'modules/custom-fields/values',
  'undo/races',
  'cli/tool',
  'modules/audit-logs/undo',
  'modules/directory/organization-limits',
  'docs/blocks',
  'modules/auth/factors/races',
]

/** A clean clone knows nothing of earlier runs. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const rank = ({ moduleId }: TestSpecification) => {
      const place = LONGEST.findIndex((name) => moduleId.endsWith(`/test/${name}.test.ts`))
      return place < 0 ? LONGEST.length : place
    }
    return sorted.toSorted((one, other) => rank(one) - rank(other))
  }
}
