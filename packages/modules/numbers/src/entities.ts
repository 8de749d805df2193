import { defineEntity, p } from '@mikro-orm/core'
import { Scoped } from '@plinth/core'

/** What a tenant or organization has changed about a series. Its id is derived from tenant, organization and series. */
export const NumberFormat = defineEntity({
  name: 'NumberFormat',
  tableName: 'number_formats',
  extends: Scoped,
  properties: {
    /** Null if the whole tenant counts together. The property of `Scoped` would be filled in from the caller, even if it is null. */
    organizationId: p.uuid().nullable(),
    series: p.string().length(100),
    /** Null for the declared one. */
    pattern: p.string().length(50).nullable(),
    /** The period in which no number is below `startAt`. */
    startPeriod: p.string().length(7).nullable(),
    startAt: p.bigint('number').nullable(),
  },
})

/** The last number of a series in a period. Not recorded: what is undone are numbers, not the counter. */
export const NumberCounter = defineEntity({
  name: 'NumberCounter',
  tableName: 'number_counters',
  extends: Scoped,
  properties: {
    organizationId: p.uuid().nullable(),
    series: p.string().length(100),
    period: p.string().length(7),
    last: p.bigint('number'),
    /** The last number before that. */
    previous: p.bigint('number'),
  },
})

/** A number of a gapless series. It goes when its command is undone, and comes back with a redo, by the trigger of the table. */
export const TakenNumber = defineEntity({
  name: 'TakenNumber',
  tableName: 'taken_numbers',
  extends: Scoped,
  properties: {
    organizationId: p.uuid().nullable(),
    series: p.string().length(100),
    period: p.string().length(7),
    value: p.bigint('number'),
    /** The number before it, which is the last one again if this one is given back. */
    previous: p.bigint('number'),
    isGivenBack: p.boolean(),
  },
})
