import { type Anchor, readAnchorLine, readRetirementLine } from './anchor-line.ts'
import type { Chain } from './chain.ts'
import type { CheckpointSink } from './checkpoint-sink.ts'

/**
 * The checkpoints of a sink that describe the present chains; null for a line that is none. After a rotation of the secret, the
 * chains were made anew, so that checkpoints of former secrets are left out: whoever writes to the sink could remove them as well.
 */
export async function* readAnchors(chain: Chain, sink: CheckpointSink): AsyncGenerator<Anchor | null> {
  const wereMadeAnew = await isAnyRetirement(chain, sink)
  for await (const line of sink.read()) {
    if (readRetirementLine(chain, line) !== null) continue
    const anchor = readAnchorLine(chain, line)
    if (anchor === null || !wereMadeAnew || anchor.isPresent || anchor.keyId === chain.keyId) yield anchor
  }
}

async function isAnyRetirement(chain: Chain, sink: CheckpointSink): Promise<boolean> {
  for await (const line of sink.read()) if (readRetirementLine(chain, line)) return true
  return false
}
