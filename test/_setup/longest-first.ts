import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** What takes longest, the longest first, so that no worker is left alone with one of them at the end. */
export const LONGEST = [
  'modules/ai-assistant/sandbox/escapes',
  'modules/together/isolation',
  'packages/packages',
  'modules/ai-assistant/hostile',
  'contract/accounts',
  'modules/attachments/texts',
  'isolation/faults',
  'attack/campaign',
  'crash/cut-connections',
  'modules/attachments/hostile',
  'host/start',
  'cluster/outages',
  'modules/audit-logs/exports',
  'host/workers',
  'host/archive-tool',
  'crash/commands',
  'undo/sequences-1',
  'undo/sequences-0',
  'host/flow',
  'undo/migrated',
  'host/managed-postgres',
  'core/jobs/queue',
  'core/jobs/batched-log-outages',
  'core/data/replicas',
  'contract/modules',
  'modules/ai-assistant/chat',
  'docs/snippets',
  'modules/ai-assistant/mcp/conformance',
  'contract/rules-and-logs',
  'core/jobs/hosts',
  'modules/catalog/barcode',
  'modules/together/contract',
  'modules/auth/rights/boundary',
  'crash/crash',
  'modules/attachments/crash',
  'cli/tool',
  'attack/lost-connections',
  'core/data/pgbouncer',
  'host/pgbouncer',
  'modules/directory/scale',
  'modules/catalog/crash',
  'host/sign-up',
  'docs/readme',
  'modules/audit-logs/undo',
  'modules/together/undo',
  'undo/lost-rights',
  'host/two-hosts',
  'modules/business-rules/long-list',
  'modules/ai-assistant/sandbox/sandbox',
  'cli/command',
  'crash/confirmed',
  'modules/directory/hierarchy',
  'modules/dashboards/batch',
  'modules/attachments/images',
  'undo/races',
  'modules/audit-logs/archive',
  'modules/audit-logs/trail',
  'modules/audit-logs/growth',
  'modules/ai-assistant/sandbox/platform',
  'modules/ai-assistant/mcp/cancellation',
  'modules/together/previews',
  'modules/attachments/resumable',
  'core/platform/migrate',
  'core/cache/invalidations',
  'docs/operations',
  'modules/auth/races',
  'docs/modules',
  'modules/auth/rate-limits',
  'modules/ai-assistant/mcp/clients',
  'core/data/full-text',
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
