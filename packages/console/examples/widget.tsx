/** @jsxImportSource @plinth/console/kit */
import { BarChart, Shown, useData } from '@plinth/console/kit'

interface Vehicles {
  readonly items: readonly { readonly fuel: string }[]
}

/** A widget of the dashboard: how many vehicles there are, by their fuel. */
export function ByFuel({ settings }: { readonly settings: Readonly<Record<string, unknown>> }) {
  const vehicles = useData<Vehicles>('/vehicles', { pageSize: 100 })
  const format = (count: number) => `${count} ${String(settings['unit'] ?? '')}`
  return (
    <Shown of={vehicles}>
      {({ items }) => {
        const fuels = Map.groupBy(items, ({ fuel }) => fuel)
        return <BarChart bars={[...fuels].map(([fuel, those]) => [fuel, those.length] as const)} format={format} />
      }}
    </Shown>
  )
}
