import { defineFeatures, defineMigration, defineModule, definePoint } from '@plinth/core'
import { defineRateLimit } from '@plinth/core/http'
import { defineAuthenticator } from '@plinth/core/security'
import { navigation } from '@plinth/points'
import { type Equal, expectType } from './_expect-type.ts'

const features = defineFeatures('books', { view: 'View books' })

defineModule({
  id: 'books',
  title: 'Books',
  features,
  roles: { admin: [features.view, 'books.*'] },
  migrations: [defineMigration('books.tables', 'select 1')],
  contributes: [
    navigation.of({ group: { id: 'main', name: 'Main' }, href: '/books', title: 'Books', access: features.view }),
  ],
  authenticators: [
    defineAuthenticator({
      id: 'books.card',
      carrier: 'header',
      async authenticate({ request, widenScope }) {
        const card = request.headers.get('x-card')
        if (card === null) return null
        const tenantId = await widenScope('allTenants', 'look the card up', async ({ log }) => {
          log.info({}, card)
          return card
        })
        return { actor: 'platform', reason: 'card', scope: { tenantId } } as const
      },
    }),
  ],
})

// @ts-expect-error a module has a title
defineModule({ id: 'books' })
// @ts-expect-error a module has nothing else
defineModule({ id: 'books', title: 'Books', models: [] })
// @ts-expect-error a contribution says which point it is for
defineModule({ id: 'books', title: 'Books', contributes: [{ href: '/books' }] })
// @ts-expect-error a point takes what it is for: an entry has a group and an access
navigation.of({ href: '/books', title: 'Books' })

const shelves = definePoint<{ readonly shelf: string }>({ id: 'books.shelves', title: 'Shelf', name: (it) => it.shelf })
expectType<Equal<ReturnType<typeof shelves.from>[number]['value'], { readonly shelf: string }>>()
// @ts-expect-error a shelf has a name
shelves.of({})

// @ts-expect-error a feature is listed as a value
defineModule({ id: 'books', title: 'Books', features: ['books.view'] })
// @ts-expect-error an authenticator answers a caller, a word of two or null
defineAuthenticator({ id: 'books.card', carrier: 'header', authenticate: async () => true })

defineRateLimit({
  name: 'books.lend',
  points: 5,
  window: 60,
  block: 0,
  key: ({ ip }, body) => (body === null ? null : ip),
})
// @ts-expect-error a limit says whom to count
defineRateLimit({ name: 'books.lend', points: 5, window: 60, block: 0 })
