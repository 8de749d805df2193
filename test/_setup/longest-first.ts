import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** What takes longest, the longest first, so that no worker is left alone with one of them at the end. */
const LONGEST = [
  'sandbox/escapes',
  'packages/packages',
  'modules/together/isolation',
  'ai-assistant/hostile',
  'attachments/texts',
  'attachments/hostile',
  'host/start',
  'host/managed-postgres',
  'directory/scale',
  'undo/sequences-0',
  'crash/commands',
  'undo/sequences-1',
  'audit-logs/exports',
  'host/flow',
  'undo/migrated',
  'cluster/outages',
  'contract/accounts',
  'attack/campaign',
  'host/workers',
  'isolation/faults',
  'crash/cut-connections',
  'host/archive-tool',
  'contract/rules-and-logs',
  'attack/lost-connections',
  'mcp/conformance',
  'crash/crash',
  'docs/snippets',
  'jobs/batched-log-outages',
  'sandbox/sandbox',
  'core/jobs/hosts',
  'attachments/crash',
  'host/pgbouncer',
  'host/sign-up',
  'migration/tool',
  'catalog/barcode',
  'ai-assistant/chat',
  'contract/modules',
  'crash/confirmed',
  'data/pgbouncer',
  'data/replicas',
  'catalog/crash',
  'host/two-hosts',
  'mcp/cancellation',
  'auth/boundary',
  'platform/migrate.test',
  'core/jobs/queue',
  'audit-logs/archive',
]

/** A clean clone knows nothing of earlier runs. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const rank = ({ moduleId }: TestSpecification) => {
      const place = LONGEST.findIndex((name) => moduleId.includes(name))
      return place < 0 ? LONGEST.length : place
    }
    return sorted.toSorted((one, other) => rank(one) - rank(other))
  }
}
