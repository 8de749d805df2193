// What pages of products are made of. The console gives one copy to all of them; `@plinth/console/kit` hands it on.

// Preact and its hooks, as the console uses them
export { createContext, Fragment, h, render, type ComponentChildren, type JSX } from 'preact'
export {
  useCallback,
  useContext,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useReducer,
  useRef,
  useState,
} from 'preact/hooks'

// Pages
export { Card, Page, type PageProps } from './kit/page.tsx'
export { Tabs, type TabOf } from './ui/page.tsx'
export { Button, type ButtonProps } from './kit/button.tsx'
export { Icon } from './ui/icon.tsx'
export { Empty, Failure, Loading, Shown } from './ui/states.tsx'
export { Allowed, type AllowedProps } from './kit/allowed.tsx'
export { ErrorBoundary } from './ui/error-boundary.tsx'

// Lists
export { FilterBar, List, Table, type Column, type Filter, type ListProps, type TableProps } from './kit/list.tsx'
export { Badge, Facts } from './kit/facts.tsx'

// Forms
export {
  Form,
  FormDrawer,
  type FormDrawerProps,
  type FormField,
  type FormProps,
  type StoredRecord,
} from './kit/form.tsx'
export { Field, Select, Switch } from './ui/field.tsx'
export { DateInput, MomentInput, NumberInput, TextInput } from './kit/inputs.tsx'
export { Picker, RecordPicker, type Choice } from './kit/picker.tsx'
export { Files, Upload } from './kit/upload.tsx'

// Dialogs
export { CancelButton, Confirm, Dialog } from './ui/dialog.tsx'
export { Drawer, DeleteDialog } from './kit/dialogs.tsx'
export { RecordDrawer, type RecordDrawerProps } from './kit/record-drawer.tsx'
export { toast } from './kit/toast.ts'

// Pictures and changes
export { BarChart, Chart, DonutChart, LineChart } from './kit/charts.tsx'
export type { ChartProps, Series } from './ui/chart-props.ts'
export { Diff, History, Timeline, type TimelineEntry } from './kit/changes.tsx'

// Data
export { ApiError, call, get, urlOf, type Query } from './lib/api.ts'
export { useData, type Loaded } from './lib/data.ts'
export { useRecord } from './kit/use-record.ts'
export { may } from './lib/session.ts'

// The address
export { go, hrefOf, pathWith, setQuery } from './lib/location.ts'
export { useQuery } from './kit/use-query.ts'

// Languages and formats
export { currentLocale, defineTexts } from './kit/texts.ts'
export {
  formatAgo,
  formatBytes,
  formatDay,
  formatMoment,
  formatMoney,
  formatQuantity,
  formatNumber,
} from './kit/formats.ts'
