/** @jsxImportSource @plinth/console/kit */
import { Allowed, Button, type Column, Facts, type FormField, FormDrawer, formatDay } from '@plinth/console/kit'
import { formatMoney, List, Page, RecordDrawer, setQuery, useQuery } from '@plinth/console/kit'

interface Vehicle {
  readonly id: string
  readonly plate: string
  readonly fuel: keyof typeof FUELS
  readonly seats: number
  readonly boughtOn: string
  readonly price: string
}

const FUELS = { diesel: 'Diesel', electric: 'Electric' }
const fields: readonly FormField[] = [
  { name: 'plate', isRequired: true, maxLength: 20 },
  { name: 'fuel', isRequired: true, choices: FUELS },
  { name: 'seats', kind: 'number', isRequired: true, isInteger: true, minimum: 1 },
  { name: 'boughtOn', kind: 'date', isRequired: true },
  { name: 'price', isRequired: true, hint: 'In euros, without VAT' },
]
const columns: readonly Column<Vehicle>[] = [
  { key: 'plate', sort: 'plate' },
  { key: 'fuel', cell: ({ fuel }) => FUELS[fuel] },
  { key: 'seats', isNumber: true },
  { key: 'boughtOn', sort: 'boughtOn', cell: ({ boughtOn }) => formatDay(boughtOn) },
  { key: 'price', isNumber: true, cell: ({ price }) => formatMoney(price, 'EUR') },
]
const vehicles = { path: '/vehicles', fields, feature: 'fleet.manage', kind: 'fleet.vehicle' }
const hrefOf = ({ id }: Vehicle) => `/fleet?open=${id}`
const close = () => setQuery({ open: null, new: null })

/** The list of vehicles, the form of a new one, and all about one of them. */
export function Vehicles() {
  const { open, new: isNew } = useQuery()
  const add = () => setQuery({ new: '1' })
  const button = <Button children="New vehicle" look="primary" icon="plus" onClick={add} />
  return (
    <Page title="Vehicles" actions={<Allowed feature="fleet.manage">{button}</Allowed>}>
      <List path="/vehicles" label="Vehicles" columns={columns} hrefOf={hrefOf} empty="No vehicles yet" />
      {isNew && <FormDrawer title="New vehicle" path="/vehicles" fields={fields} onClose={close} />}
      {open && (
        <RecordDrawer<Vehicle>
          {...vehicles}
          id={open}
          title={({ plate }) => plate}
          deleteText="Delete the vehicle?"
          onClose={close}
        >
          {({ fuel, seats, boughtOn, price }) => (
            <Facts
              of={{ Fuel: FUELS[fuel], Seats: seats, Bought: formatDay(boughtOn), Price: formatMoney(price, 'EUR') }}
            />
          )}
        </RecordDrawer>
      )}
    </Page>
  )
}
