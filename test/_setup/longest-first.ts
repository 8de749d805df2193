import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** What takes longest, the longest first, so that no worker is left alone with one of them at the end. */
const LONGEST = [
  'sandbox/escapes',
  'ai-assistant/hostile',
  'modules/together/isolation',
  'packages/packages',
  'crash/commands',
  'cluster/outages',
  'attachments/hostile',
  'host/start',
  'contract/accounts',
  'attachments/crash',
  'undo/sequences-0',
  'undo/sequences-1',
  'crash/cut-connections',
  'crash/confirmed',
  'isolation/faults',
  'attachments/texts',
  'contract/modules',
  'directory/scale',
  'attack/campaign',
  'audit-logs/exports',
  'contract/rules-and-logs',
  'crash/crash',
  'docs/snippets',
  'undo/migrated',
  'mcp/conformance',
  'core/jobs/hosts',
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
