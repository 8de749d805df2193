import { badInput, post } from '@plinth/core'
import { features } from '../contract.ts'
import { DataRequest, DataView } from '../data/request.ts'
import { prepare, sumUp } from '../data/sum-up.ts'

export const readData = post(
  '/dashboards/widgets/data',
  {
    access: features.analytics,
    summary: 'The numbers that a widget shows.',
    body: DataRequest,
    response: DataView,
    errors: [400],
    onUnreadable: () => badInput('Invalid JSON body'),
    onInvalid: ({ issues }) => badInput('Invalid request payload', { issues }),
  },
  (ctx) => sumUp(ctx, prepare(ctx, ctx.body)),
)
