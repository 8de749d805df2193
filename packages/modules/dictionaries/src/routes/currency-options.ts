import { get, signedIn } from '@plinth/core'
import { z } from 'zod'
import { listCurrencies } from '../currencies.ts'

/** The options of custom fields of kind `currency`. Requires only a login, because every form with such a field loads it. */
export const listCurrencyOptions = get(
  '/currencies/currencies/options',
  {
    operation: 'listCurrencyOptions',
    access: signedIn,
    inView: true,
    summary: 'List the currencies of ISO 4217 as options.',
    query: z.object({ q: z.string().trim().max(100).optional(), query: z.string().trim().max(100).optional() }),
    response: z.object({ items: z.array(z.object({ value: z.string(), label: z.string() })) }),
    errors: [400],
  },
  async ({ query: { q, query }, locale }) => {
    const sought = (q ?? query ?? '').toLowerCase()
    const { language } = await locale()
    const items = listCurrencies(language).map(({ value, label }) => ({ value, label: label.replace('–', '-') }))
    return { items: items.filter(({ label }) => label.toLowerCase().includes(sought)) }
  },
)
