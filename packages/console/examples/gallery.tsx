/** @jsxImportSource @plinth/console/kit */
/** Every component of the kit in each of its states. */
import {
  Allowed,
  ApiError,
  Badge,
  BarChart,
  Button,
  CancelButton,
  Card,
  Chart,
  type Column,
  Confirm,
  DateInput,
  defineTexts,
  Dialog,
  Diff,
  DonutChart,
  Drawer,
  Empty,
  ErrorBoundary,
  Facts,
  Failure,
  Field,
  type Filter,
  FilterBar,
  Form,
  formatBytes,
  formatDay,
  formatMoment,
  formatMoney,
  formatQuantity,
  formatNumber,
  FormDrawer,
  type FormField,
  Icon,
  LineChart,
  List,
  Loading,
  MomentInput,
  NumberInput,
  Page,
  Picker,
  RecordPicker,
  Select,
  setQuery,
  Switch,
  Table,
  Tabs,
  TextInput,
  Timeline,
  toast,
  Upload,
  useQuery,
  useState,
} from '@plinth/console/kit'

const t = defineTexts({
  en: { title: 'Components', greeting: 'Hello, {name}' },
  de: { title: 'Bausteine', greeting: 'Hallo, {name}' },
})

/** One page with all of them; `?show=drawer` opens a dialog. */
export function Gallery() {
  return (
    <Page title={t('title')} text={t('greeting', { name: 'Ada' })} actions={<Button look="primary">Primary</Button>}>
      <Card title="Buttons">
        <Buttons />
      </Card>
      <Card title="Controls">
        <Controls />
      </Card>
      <Card title="A form">
        <Form id="gallery" path="/vehicles" fields={FIELDS} lead={<p>Above the fields</p>} onDone={done} />
        <Button look="primary" form="gallery">
          Save
        </Button>
      </Card>
      <Card title="Tables">
        <Table label="Drivers" columns={COLUMNS} rows={DRIVERS} keyOf={({ name }) => name} />
        <Table label="Nobody" columns={COLUMNS} rows={[]} keyOf={({ name }) => name} empty="No drivers" />
        <FilterBar filters={FILTERS} />
      </Card>
      <List path="/vehicles" label="Vehicles" columns={[{ key: 'plate' }]} filters={FILTERS} empty="No vehicles yet" />
      <List path="/nowhere" label="Of no route" columns={[{ key: 'plate' }]} empty="Nothing" />
      <Card title="Facts">
        <Facts
          of={{
            Name: 'Ada',
            Seats: formatNumber(1234.5),
            Price: formatMoney('12.50', 'EUR'),
            Weight: formatQuantity('1.5', 'kilogram'),
            Missing: null,
          }}
        />
        <Facts
          of={{ Day: formatDay('2026-05-01'), At: formatMoment('2026-05-01T09:30:00Z'), Size: formatBytes(5e6) }}
        />
        <p class="badges">
          <Badge>Usual</Badge> <Badge look="bad">Bad</Badge> <Icon name="calendar" />
        </p>
      </Card>
      <Card title="Charts">
        <LineChart title="Trips" points={DAYS} />
        <LineChart title="Trips on one day" points={DAYS.slice(0, 1)} />
        <LineChart title="No trips" points={[]} />
        <Chart title="Trips and rides" look="stacked" labels={PLACES} series={TRAVELS} hrefOf={() => '/fleet'} />
        <Chart title="Trips beside rides" look="columns" labels={PLACES} series={TRAVELS} />
        <Chart title="Gains and losses" labels={PLACES} series={[{ name: 'Gain', values: [-2, null, 4] }]} />
        <DonutChart title="Fuels" bars={BARS} />
        <BarChart bars={BARS} />
        <BarChart bars={[['Disk', 5e9]]} format={formatBytes} />
        <BarChart bars={[]} />
      </Card>
      <Card title="Changes">
        <Diff before={{ name: 'Ada', tags: ['a', 'b'] }} after={{ name: 'Grace', tags: ['b', 'c'] }} />
        <Diff before={{}} after={{}} />
        <Timeline entries={ENTRIES} />
      </Card>
      <Card title="States">
        <Empty icon="box" title="Nothing here yet" text="Add something to see it.">
          <Button>Add</Button>
        </Empty>
        <Loading />
        {[0, 401, 403, 404, 500].map((status) => (
          <Failure key={status} error={new ApiError(status, { error: 'Why' })} onRetry={done} />
        ))}
        <ErrorBoundary>
          <Allowed feature="nobody.has" otherwise={<p>You may not see this.</p>}>
            Secret
          </Allowed>
        </ErrorBoundary>
      </Card>
      <Card title="Files">
        <Upload entityId="fleet:vehicle" recordId="1" accept=".txt" onDone={done} />
      </Card>
      <Card title="Tabs">
        <TabsOf />
      </Card>
      <Card title="Dialogs">
        <p class="badges">
          {['drawer', 'box', 'confirm', 'form'].map((show) => (
            <Button key={show} onClick={() => setQuery({ show })}>
              Open: {show}
            </Button>
          ))}
          <Button onClick={done}>Good message</Button>
          <Button onClick={() => toast('It failed', { kind: 'bad', action: { label: 'Try again', run: done } })}>
            Bad message
          </Button>
        </p>
      </Card>
      <Dialogs />
    </Page>
  )
}

const done = () => toast('Done')

function Buttons() {
  const looks = ['usual', 'primary', 'danger', 'quiet'] as const
  return (
    <>
      {[false, true].map((isSmall) => (
        <p class="badges" key={String(isSmall)}>
          {looks.map((look) => (
            <Button key={look} look={look} isSmall={isSmall}>
              {look}
            </Button>
          ))}
          <Button icon="plus" isSmall={isSmall}>
            With an icon
          </Button>
          <Button isDisabled isSmall={isSmall}>
            Disabled
          </Button>
        </p>
      ))}
    </>
  )
}

function Controls() {
  const [text, setText] = useState<string | null>('Text')
  const [number, setNumber] = useState<number | null>(4)
  const [day, setDay] = useState<string | null>('2026-05-01')
  const [moment, setMoment] = useState<string | null>('2026-05-01T09:30:00.000Z')
  const [choice, setChoice] = useState('a')
  const [picked, setPicked] = useState('')
  const [person, setPerson] = useState('')
  const [isOn, setOn] = useState(true)
  return (
    <div class="form">
      <Field label="Required" isRequired>
        {(described) => <TextInput {...described} value={text} onChange={setText} isRequired />}
      </Field>
      <Field label="With a hint" hint="What it is for">
        {(described) => <TextInput {...described} value={text} onChange={setText} />}
      </Field>
      <Field label="With a problem" problem="At most 3 characters">
        {(described) => <TextInput {...described} value={text} onChange={setText} />}
      </Field>
      <Field label="Disabled">
        {(described) => <TextInput {...described} value={text} onChange={setText} isDisabled />}
      </Field>
      <Field label="Number">
        {(described) => <NumberInput {...described} value={number} onChange={setNumber} minimum={1} />}
      </Field>
      <Field label="Day">{(described) => <DateInput {...described} value={day} onChange={setDay} />}</Field>
      <Field label="Date and time">
        {(described) => <MomentInput {...described} value={moment} onChange={setMoment} />}
      </Field>
      <Field label="One of a few">
        {(described) => (
          <Select
            {...described}
            value={choice}
            onChange={setChoice}
            options={[
              ['a', 'First'],
              ['b', 'Second'],
            ]}
          />
        )}
      </Field>
      <Field label="One of many">
        {(described) => <Picker {...described} value={picked} onChange={setPicked} choices={MANY} />}
      </Field>
      <Field label="A person">
        {(described) => <RecordPicker {...described} path="/auth/users" value={person} onChange={setPerson} />}
      </Field>
      <Switch label="On or off" isOn={isOn} onChange={setOn} />
      <Switch label="Fixed" isOn={false} onChange={setOn} isDisabled />
    </div>
  )
}

function TabsOf() {
  const [tab, setTab] = useState('one')
  return (
    <Tabs
      label="Parts"
      current={tab}
      onChange={setTab}
      tabs={[
        { id: 'one', title: 'One', show: () => <p>The first</p> },
        { id: 'two', title: 'Two', show: () => <p>The second</p> },
      ]}
    />
  )
}

function Dialogs() {
  const { show } = useQuery()
  const close = () => setQuery({ show: null })
  if (show === 'drawer')
    return (
      <Drawer title="A drawer" onClose={close} footer={<CancelButton />}>
        <Facts of={{ Name: 'Ada' }} />
      </Drawer>
    )
  if (show === 'box')
    return (
      <Dialog title="A dialog" onClose={close} footer={<CancelButton />}>
        <p>Something to read.</p>
      </Dialog>
    )
  if (show === 'confirm')
    return <Confirm title="Delete it?" text="It can be undone." action="Delete" onConfirm={close} onClose={close} />
  if (show === 'form') return <FormDrawer title="A form" path="/vehicles" fields={FIELDS} onClose={close} />
  return null
}

const FIELDS: readonly FormField[] = [
  { name: 'plate', isRequired: true, maxLength: 20, group: 'Papers' },
  { name: 'boughtOn', kind: 'date', group: 'Papers' },
  { name: 'fuel', choices: { diesel: 'Diesel', electric: 'Electric' } },
  { name: 'seats', kind: 'number', isInteger: true, minimum: 1, hint: 'With the driver' },
  { name: 'servicedAt', kind: 'moment' },
  { name: 'notes', kind: 'long' },
  { name: 'contact', kind: 'email' },
  { name: 'code', kind: 'password' },
  { name: 'isLeased', kind: 'boolean', label: 'Leased' },
]

interface Driver {
  readonly name: string
  readonly trips: number
  readonly note: string
}

const COLUMNS: readonly Column<Driver>[] = [{ key: 'name' }, { key: 'trips', isNumber: true }, { key: 'note' }]
const DRIVERS: readonly Driver[] = [
  { name: 'Ada Lovelace', trips: 12, note: 'Drives only by day, and not in the mountains in winter' },
  { name: 'Grace Hopper', trips: 1234, note: '' },
]
const FILTERS: readonly Filter[] = [
  { name: 'fuel', label: 'Fuel', choices: { diesel: 'Diesel', electric: 'Electric' } },
  { name: 'seats', label: 'Seats', kind: 'number', isRange: true },
  { name: 'boughtOn', label: 'Bought', kind: 'date', isRange: true },
  { name: 'plate', label: 'Plate', kind: 'text' },
]
const MANY = Array.from({ length: 60 }, (_, index) => ({ value: String(index), label: `Place ${index + 1}` }))
const PLACES = ['Berlin', 'Madrid', 'Warszawa']
const TRAVELS = [
  { name: 'Trips', values: [12, 30, 7] },
  { name: 'Rides', values: [5, 0, 22] },
]
const DAYS = [3, 8, 5, 13, 9, 21].map((trips, index) => [Date.UTC(2026, 4, index + 1), trips] as const)
const BARS = [
  ['Diesel', 12],
  ['Electric', 30],
  ['Something with a very long name that does not fit beside its number', 3],
] as const
const ENTRIES = [
  {
    key: 'b',
    title: 'Vehicle changed',
    at: '2026-05-02T10:00:00Z',
    by: 'Ada',
    details: <Diff before={{ seats: 4 }} after={{ seats: 5 }} />,
  },
  { key: 'a', title: 'Vehicle bought', at: '2026-05-01T10:00:00Z' },
]
