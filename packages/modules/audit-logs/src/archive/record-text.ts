/** Parses a row as PostgreSQL prints it: `(a,"b ""c""",)`. A field is null when there is nothing between two commas. */
export function readRecord(text: string): (string | null)[] {
  const fields: (string | null)[] = []
  for (const [, quoted, plain = ''] of `,${text.slice(1, -1)}`.matchAll(FIELD)) {
    if (quoted !== undefined)
      fields.push(quoted.replace(/""|\\([\s\S])/g, (two, one: string | undefined) => one ?? two[0]!))
    else fields.push(plain === '' ? null : plain)
  }
  return fields
}

const FIELD = /,(?:"((?:""|\\[\s\S]|[^"\\])*)"|([^,]*))/g

/** The columns of an entry, in the order in which its digest covers them. */
const COLUMNS = [
  'tenantId',
  'id',
  'seq',
  'organizationId',
  'commandId',
  'actionLabel',
  'actorId',
  'actorUserId',
  'resourceKind',
  'resourceId',
  'parentResourceKind',
  'parentResourceId',
  'context',
  'requestId',
  'epoch',
] as const

/** An entry by column name; `epoch` is in seconds, with full precision. */
export type EntryColumns = Readonly<Record<(typeof COLUMNS)[number], string | null>>

export function readEntryColumns(text: string): EntryColumns {
  const fields = readRecord(text)
  return Object.fromEntries(COLUMNS.map((name, index) => [name, fields[index] ?? null])) as EntryColumns
}
