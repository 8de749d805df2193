import { fileURLToPath } from 'node:url'
import { defineEntity, p } from '@mikro-orm/core'
import { defineFeatures, defineMigration, defineModule, get, input, open, resource, Scoped } from '@plinth/core'
import { money } from '@plinth/core/money'
import { analytics, type AnalyticsEntity, consolePages, widgets } from '@plinth/points'
import { build } from 'esbuild'
import { z } from 'zod'
import { kitFromSources } from '../../packages/console/bundle/kit-script.ts'

const features = defineFeatures('fleet', { view: 'View vehicles', manage: 'Manage vehicles' })

const Vehicle = defineEntity({
  name: 'Vehicle',
  tableName: 'vehicles',
  extends: Scoped,
  properties: {
    plate: p.string(),
    fuel: p.enum(['diesel', 'electric']),
    seats: p.integer(),
    boughtOn: p.date(),
    price: money({ currency: 'currency' }),
    currency: p.string().length(3).default('EUR'),
  },
})

const columns = `plate text not null, fuel text not null check (fuel in ('diesel', 'electric')), seats integer not null,
  bought_on date not null, price numeric(19, 4) not null, currency text not null default 'EUR'`

const { commands, routes } = resource('/vehicles', Vehicle, {
  access: { read: features.view, write: features.manage },
  input: input(Vehicle, ['plate', 'fuel', 'seats', 'boughtOn', 'price', 'currency']),
  files: true,
  list: {
    select: ['id', 'plate', 'fuel', 'seats', 'boughtOn', 'price', 'currency', 'updatedAt'],
    filter: ['fuel'],
    search: ['plate'],
    sort: ['plate', 'boughtOn'],
  },
})

const counted: AnalyticsEntity = {
  id: 'fleet:vehicles',
  features: [features.view],
  table: 'vehicles',
  fields: { id: { column: 'id', type: 'uuid' }, createdAt: { column: 'created_at', type: 'time' } },
}

const examples = fileURLToPath(new URL('../../packages/console/examples/', import.meta.url))

/** What a product serves: a page and what it imports, in one file. */
async function bundled(page: string): Promise<string> {
  const { outputFiles } = await build({
    absWorkingDir: examples,
    entryPoints: [page],
    bundle: true,
    write: false,
    format: 'esm',
    jsx: 'automatic',
    jsxImportSource: '@plinth/console/kit',
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [kitFromSources],
  })
  return outputFiles[0]!.text
}

const script = (name: string) => {
  let text: Promise<string> | undefined
  return get(
    `/fleet/${name}.js`,
    { access: open, response: z.string(), http: { contentType: 'text/javascript' } },
    () => (text ??= bundled(`${name}.tsx`)),
  )
}

/** A product with pages of its own, made with the kit in Preact, and in React. */
export const fleet = defineModule({
  id: 'fleet',
  title: 'Fleet',
  features,
  roles: { admin: ['fleet.*'] },
  entities: [Vehicle],
  migrations: [defineMigration('fleet.tables', `select plinth.scoped_table('vehicles', $$${columns}$$)`)],
  commands,
  routes: [...routes, script('vehicles'), script('gallery'), script('react-page'), script('widget')],
  contributes: [
    analytics.of(counted),
    widgets.of(
      {
        id: 'fleet.dashboard.vehicles',
        title: 'Vehicles by fuel',
        isDefault: true,
        settings: { unit: 'vehicles' },
        view: { component: 'ByFuel', script: '/api/fleet/widget.js' },
      },
      { id: 'fleet.dashboard.count', title: 'All of them', data: counted, isDefault: true },
    ),
    consolePages.of({
      path: 'vehicles',
      title: 'Fleet',
      resource: '/vehicles',
      kind: 'fleet.vehicle',
      label: 'plate',
      choices: { fuel: { diesel: { en: 'Diesel oil', de: 'Dieselöl' }, electric: 'Battery' } },
      access: features.view,
    }),
    consolePages.of({
      path: 'fleet',
      title: 'Vehicles',
      component: 'Vehicles',
      script: '/api/fleet/vehicles.js',
      access: features.view,
    }),
    consolePages.of({
      path: 'gallery',
      title: 'Components',
      component: 'Gallery',
      script: '/api/fleet/gallery.js',
      access: features.view,
    }),
    consolePages.of({
      path: 'report',
      title: 'Report',
      element: 'fleet-report',
      script: '/api/fleet/react-page.js',
      access: features.view,
    }),
  ],
})
