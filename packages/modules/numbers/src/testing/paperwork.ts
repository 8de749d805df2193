import { defineEntity, p } from '@mikro-orm/core'
import { defineCommand, defineFeatures, defineMigration, defineModule, Id, post, Scoped } from '@plinth/core'
import { z } from 'zod'
import { numbers } from '../numbers.ts'
import { numberSeries, series } from '../series.ts'

const features = defineFeatures('paperwork', { manage: 'Manage papers' })

const invoiceNumbers = numberSeries({
  id: 'paperwork.invoices',
  title: 'Invoices',
  pattern: 'RE-{yyyy}-{00000}',
  period: 'year',
  gapless: true,
})

const receiptNumbers = numberSeries({
  id: 'paperwork.receipts',
  title: 'Receipts',
  pattern: 'B{0000}',
  gapless: true,
  onUndo: 'keep',
})

const parcelNumbers = numberSeries({
  id: 'paperwork.parcels',
  title: 'Parcels',
  pattern: 'P{yy}{mm}-{000}',
  per: 'tenant',
  period: 'month',
  gapless: false,
})

const declared = { invoice: invoiceNumbers, receipt: receiptNumbers, parcel: parcelNumbers }

const kinds = ['invoice', 'receipt', 'parcel'] as const

const Paper = defineEntity({
  name: 'Paper',
  tableName: 'papers',
  extends: Scoped,
  properties: { kind: p.string().length(20), number: p.string().length(100) },
})

/** Creates papers of a kind, each with the next number. */
const createPapers = defineCommand({
  id: 'paperwork.papers.create',
  label: 'Create papers',
  access: features.manage,
  resource: 'paperwork.paper',
  input: z.object({ kind: z.enum(kinds), count: z.int().min(1).max(10).default(1) }),
  output: Id.extend({ numbers: z.array(z.string()) }),
  async run({ input: { kind, count }, from, inject }) {
    const papers = []
    for (let index = 0; index < count; index++)
      papers.push(await from.create(Paper, { kind, number: await inject(numbers).next(declared[kind]) }))
    return { id: papers[0]!.id, numbers: papers.map(({ number }) => number) }
  },
})

/** A module whose records have numbers, for the checks of this one. */
export const paperwork = defineModule({
  id: 'paperwork',
  title: 'Paperwork',
  requires: ['numbers'],
  features,
  roles: { admin: ['paperwork.*'] },
  entities: [Paper],
  migrations: [
    defineMigration(
      'paperwork.tables',
      `select plinth.scoped_table('papers', 'kind text not null, number text not null')`,
    ),
  ],
  contributes: [series.of(invoiceNumbers, receiptNumbers, parcelNumbers)],
  commands: [createPapers],
  routes: [post('/paperwork/papers', createPapers, { status: 201 })],
})

/** Papers of each kind, for the checks of undo, crashes and races. */
export const paperExamples = kinds.map((kind) => ({ command: createPapers, input: { kind, count: 2 } }))
