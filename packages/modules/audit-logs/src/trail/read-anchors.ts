import { type Anchor, readAnchorLine, readRetirementLine } from './anchor-line.ts'
import type { Chain } from './chain.ts'
import type { CheckpointSink } from './checkpoint-sink.ts'

/** Milliseconds by which the clocks of hosts may differ. */
const SKEW = 60_000

/**
 * The checkpoints of a sink that describe the current chains; null for a line that is not a checkpoint. A rotation of the
 * secret recomputes the chains, so earlier checkpoints are left out. That is no additional risk: whoever can write to the sink
 * could remove them as well.
 */
export async function* readAnchors(chain: Chain, sink: CheckpointSink): AsyncGenerator<Anchor | null> {
  const madeAnew = await lastRetirement(chain, sink)
  const isPast = ({ at, isAnew }: Anchor) =>
    madeAnew !== null && (isAnew ? at !== madeAnew : Date.parse(at) <= Date.parse(madeAnew) + SKEW)
  for await (const line of sink.read()) {
    if (readRetirementLine(chain, line) !== null) continue
    const anchor = readAnchorLine(chain, line)
    if (anchor === null || !isPast(anchor)) yield anchor
  }
}

async function lastRetirement(chain: Chain, sink: CheckpointSink): Promise<string | null> {
  let last: string | null = null
  for await (const line of sink.read()) {
    const at = readRetirementLine(chain, line)
    if (at && (last === null || at > last)) last = at
  }
  return last
}
