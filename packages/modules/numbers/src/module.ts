import { defineModule } from '@plinth/core'
import { pages, readmePage } from '@plinth/points'
import { provideBlocks } from './blocks.ts'
import { reserve, reserveBlock } from './commands/reserve-block.ts'
import { updateSeries } from './commands/update-series.ts'
import { ownPage } from './console-page.ts'
import { events, features } from './contract.ts'
import { NumberCounter, NumberFormat, TakenNumber } from './entities.ts'
import { formatCache } from './formats.ts'
import { tables } from './migrations/0001-tables.ts'
import { provideNumbers } from './numbers.ts'
import { getSeries, putSeries } from './routes/series.ts'
import { translations } from './translations.ts'

/** Numbers of documents: gapless or fast series per organization and period. */
export const numbering = defineModule({
  id: 'numbers',
  title: 'Numbers',
  translations,
  requires: [],
  entities: [NumberFormat, NumberCounter, TakenNumber],
  migrations: [tables],
  features,
  contributes: [pages.of(readmePage({ title: 'Numbers', access: features.view }, import.meta.url)), ownPage],
  roles: { admin: ['numbers.*'] },
  services: [provideNumbers, provideBlocks],
  caches: [formatCache],
  commands: [updateSeries, reserveBlock],
  events,
  subscribers: [reserve],
  routes: [getSeries, putSeries],
})
