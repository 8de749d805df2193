import { defineModule } from '@plinth/core'

/** Long work, with percent, cancellation and a live stream. */
export const progress = defineModule({
  id: 'progress',
  title: 'Progress',
  requires: [],
})
