import {
  hostileAnswers,
  hostileModelServer,
  smallHostileAnswers,
} from '../../modules/ai-assistant/_providers/hostile-model-server.ts'
import type { ModelServerAnswers, ModelServerReport } from './model-server.ts'

const answers = (process.argv[2] as ModelServerAnswers) === 'large' ? hostileAnswers : smallHostileAnswers
const { url, asked, sent } = await hostileModelServer(
  ...Object.values(answers),
  // As many calls as are taken: all of them are made.
  { calls: 60 },
  { text: ['All is well.'], usage: { prompt_tokens: -1, completion_tokens: 1e300 } },
)
process.on('message', () => process.send!({ asked: asked(), sent: sent() } satisfies ModelServerReport))
process.once('disconnect', () => process.exit())
process.send!(url)
