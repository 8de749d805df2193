import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** What takes longest, the longest first, so that no worker is left alone with one of them at the end. */
const LONGEST = [
  'modules/together/isolation',
  'crash/commands',
  'packages/packages',
  'undo/sequences-0',
  'undo/sequences-1',
  'attachments/hostile',
  'isolation/faults',
  'modules/together/contract',
  'crash/crash',
  'undo/migrated',
  'host/start',
  'attack/campaign',
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
