import { badInput, post } from '@plinth/core'
import { features } from '../contract.ts'
import { DataRequest, DataView } from '../data/request.ts'
import { compileRequest, sumUp } from '../data/sum-up.ts'
import { answerBatch, BatchRequest, BatchView } from '../data/batch.ts'

export const readData = post(
  '/dashboards/widgets/data',
  {
    operation: 'getWidgetData',
    access: features.analytics,
    inView: true,
    summary: 'Get the data of a widget.',
    body: DataRequest,
    response: DataView,
    errors: [400],
    onUnreadable: () => badInput('Invalid JSON body'),
    onInvalid: ({ issues }) => badInput('Invalid request payload', { issues }),
  },
  async (ctx) => sumUp(ctx, await compileRequest(ctx, ctx.body)),
)

/** POST /dashboards/widgets/data/batch: the data of a whole dashboard from a single snapshot. */
export const readDataBatch = post(
  '/dashboards/widgets/data/batch',
  {
    operation: 'getWidgetDataBatch',
    access: features.analytics,
    inView: true,
    summary: 'Get the data of several widgets, read at the same point in time.',
    body: BatchRequest,
    response: BatchView,
    errors: [400],
    onUnreadable: () => badInput('Invalid JSON body'),
    onInvalid: ({ issues }) => badInput('Invalid request payload', { issues }),
  },
  (ctx) => answerBatch(ctx, ctx.body),
)
