import type { JSX } from 'preact'

/** Drawings of 20 by 20, by name. */
const PATHS: Readonly<Record<string, string>> = {
  home: 'M3 9.5 10 3l7 6.5M5 8v8.5h3.5V12h3v4.5H15V8',
  users:
    'M7.5 9.5a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM2 17c0-3 2.5-5 5.5-5s5.5 2 5.5 5M13 3.8a3 3 0 0 1 0 5.4M15 12.3c2 .7 3 2.4 3 4.7',
  user: 'M10 9.5a3.2 3.2 0 1 0 0-6.4 3.2 3.2 0 0 0 0 6.4ZM4 17c0-3 2.7-5 6-5s6 2 6 5',
  shield: 'M10 2.5 4 5v4.5c0 4 2.6 6.6 6 8 3.4-1.4 6-4 6-8V5l-6-2.5ZM7.5 10l2 2 3.5-4',
  building: 'M4 17V4.5L11 3v14M11 8h5v9M2.5 17h15M6.5 7h2M6.5 10h2M6.5 13h2M13.5 11v.01M13.5 14v.01',
  key: 'M12.5 11.5a4 4 0 1 0-3.8-2.8L3 14.5V17h2.5v-2H7.5v-2l2-1.8c.9.2 2 .3 3 .3ZM13.5 6.5v.01',
  history: 'M3.5 10a6.5 6.5 0 1 0 2-4.7L3.5 7.2M3.5 3.5v3.7h3.7M10 6.5V10l2.5 2',
  rules: 'M4 4h5v4H4zM11 12h5v4h-5zM6.5 8v3a3 3 0 0 0 3 3H11M13.5 12V9a3 3 0 0 0-3-3H9',
  file: 'M5 2.5h6.5L15 6v11.5H5zM11.5 2.5V6H15M7.5 10h5M7.5 13h5',
  folder: 'M2.5 5h5l1.5 2h8.5v9h-15z',
  sparkles:
    'M9 3l1.6 4.4L15 9l-4.4 1.6L9 15l-1.6-4.4L3 9l4.4-1.6zM15.5 13l.7 1.8 1.8.7-1.8.7-.7 1.8-.7-1.8-1.8-.7 1.8-.7z',
  progress: 'M10 3v3M10 14v3M3 10h3M14 10h3M5 5l2.2 2.2M12.8 12.8 15 15M15 5l-2.2 2.2M7.2 12.8 5 15',
  box: 'M10 2.5 3.5 6v8l6.5 3.5 6.5-3.5V6zM3.5 6 10 9.5 16.5 6M10 9.5v8',
  tag: 'M3 3h6.5L17 10.5 10.5 17 3 9.5zM6.5 6.5v.01',
  columns: 'M3 4h14v12H3zM8 4v12M12.500 4v12',
  bookmark: 'M5.500 3h9v14L10 13.500 5.500 17z',
  filter: 'M3 5h14M5.500 10h9M8.500 15h3',
  list: 'M7 5h10M7 10h10M7 15h10M3 5v.01M3 10v.01M3 15v.01',
  chart: 'M3 17V3M3 17h14M6.5 14v-4M10 14V6M13.5 14V8.5',
  globe:
    'M10 17.5a7.5 7.5 0 1 0 0-15 7.5 7.5 0 0 0 0 15ZM2.5 10h15M10 2.5c2.2 2 3.2 4.6 3.2 7.5S12.200 15.500 10 17.500C7.800 15.500 6.800 12.900 6.800 10S7.800 4.500 10 2.500Z',
  settings:
    'M10 12.5a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5ZM10 2.500v2.200M10 15.300v2.200M2.500 10h2.200M15.300 10h2.200M4.700 4.700l1.600 1.600M13.700 13.700l1.600 1.600M15.300 4.700l-1.600 1.600M6.300 13.700l-1.600 1.600',
  calendar: 'M3 5h14v12H3zM3 8.500h14M6.500 3v3.500M13.500 3v3.500',
  search: 'M9 14.500a5.500 5.500 0 1 0 0-11 5.500 5.500 0 0 0 0 11ZM13 13l4 4',
  plus: 'M10 4v12M4 10h12',
  close: 'M5 5l10 10M15 5 5 15',
  check: 'M4 10.500l4 4 8-9',
  undo: 'M7.500 5 3.500 9l4 4M3.500 9H12a4.500 4.500 0 0 1 0 9h-2',
  redo: 'M12.500 5l4 4-4 4M16.500 9H8a4.500 4.500 0 0 0 0 9h2',
  menu: 'M3 5.500h14M3 10h14M3 14.500h14',
  more: 'M4.500 10v.01M10 10v.01M15.500 10v.01',
  up: 'M5 12.500 10 7.500l5 5',
  down: 'M5 7.500l5 5 5-5',
  left: 'M12.500 5l-5 5 5 5',
  right: 'M7.500 5l5 5-5 5',
  sun: 'M10 13.500a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7ZM10 2v2M10 16v2M2 10h2M16 10h2M4.300 4.300l1.400 1.400M14.300 14.300l1.400 1.400M15.700 4.300l-1.400 1.400M5.700 14.300l-1.400 1.400',
  moon: 'M16.500 12A7 7 0 0 1 8 3.500a7 7 0 1 0 8.500 8.500Z',
  system: 'M3 4h14v9H3zM7 17h6M10 13v4',
  trash: 'M4 5.500h12M8 5.500V3.500h4v2M5.500 5.500l.7 11.500h7.600l.7-11.500M8.500 9v5M11.500 9v5',
  edit: 'M3.500 16.500l.8-3.600L13 4.200l2.800 2.800-8.700 8.700zM11.500 5.700l2.800 2.800',
  download: 'M10 3v9M6 8.500l4 4 4-4M3.500 16.500h13',
  upload: 'M10 13V4M6 7.500l4-4 4 4M3.500 16.500h13',
  copy: 'M7 7h9.500v9.500H7zM13 7V3.500H3.500V13H7',
  mail: 'M2.500 5h15v10.500h-15zM3 5.500l7 5.500 7-5.500',
  logout: 'M12 6V3.500H4v13h8V14M8.500 10H17M14 7l3 3-3 3',
  warning: 'M10 3 2.500 16.500h15zM10 8v4M10 14.300v.01',
  info: 'M10 17.500a7.500 7.500 0 1 0 0-15 7.500 7.500 0 0 0 0 15ZM10 9.500V14M10 6.500v.01',
  grip: 'M7 5v.01M13 5v.01M7 10v.01M13 10v.01M7 15v.01M13 15v.01',
  pause: 'M7 4.500v11M13 4.500v11',
  play: 'M6 4l10 6-10 6z',
  lock: 'M5 9h10v8H5zM7 9V6.500a3 3 0 0 1 6 0V9',
  eye: 'M2 10s3-5.500 8-5.500S18 10 18 10s-3 5.500-8 5.500S2 10 2 10ZM10 12.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5Z',
  send: 'M17.500 2.500 9 11M17.500 2.500 12 17.500l-3-6.500-6.500-3z',
  arrow: 'M4 10h12M11 5l5 5-5 5',
}

/** The icons that there are. */
export const iconNames: readonly string[] = Object.keys(PATHS)

/** An icon that says nothing by itself: what it stands beside does. */
export function Icon({ name, size = 20 }: { readonly name: string; readonly size?: number }): JSX.Element {
  return (
    <svg
      class="icon"
      width={size}
      height={size}
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      stroke-width={name === 'more' || name === 'grip' ? 2.4 : 1.5}
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
    >
      <path d={PATHS[name] ?? PATHS['list']!} />
    </svg>
  )
}
