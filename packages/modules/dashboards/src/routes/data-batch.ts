import { badInput, post } from '@plinth/core'
import { features } from '../contract.ts'
import { answerBatch, BatchRequest, BatchView } from '../data/batch.ts'

/** POST /dashboards/widgets/data/batch: a whole dashboard, all of it from one moment. */
export const readDataBatch = post(
  '/dashboards/widgets/data/batch',
  {
    access: features.analytics,
    summary: 'The numbers of a whole dashboard, from one moment.',
    body: BatchRequest,
    response: BatchView,
    errors: [400],
    onUnreadable: () => badInput('Invalid JSON body'),
    onInvalid: ({ issues }) => badInput('Invalid request payload', { issues }),
  },
  (ctx) => answerBatch(ctx, ctx.body),
)
