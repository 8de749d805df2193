import type { JSX } from 'preact'
import type { Attached } from '../lib/uploads.ts'
import { FileDrop } from '../ui/file-drop.tsx'
import { RecordFiles } from '../ui/record-files.tsx'

export interface UploadProps extends Attached {
  /** Default: "Upload". */
  readonly label?: string
  /** Types of files that can be chosen, as of `<input accept>`: `image/*,.pdf`. The API checks them as well. */
  readonly accept?: string
  /** All files are stored. */
  readonly onDone?: () => void
}

/** Stores files for a record, chosen or dropped. Each can be paused, and goes on where it was after the connection was lost. */
export function Upload(props: UploadProps): JSX.Element {
  return <FileDrop {...props} />
}

export interface FilesProps {
  /** The path of the files of a record, as `resource()` with `files` declares it: `/vehicles/1/files`. */
  readonly path: string
  /** Whether the visitor may add and delete files. */
  readonly canChange: boolean
}

/** The files of a record, to open, add and delete. */
export function Files({ path, canChange }: FilesProps): JSX.Element {
  return <RecordFiles path={path} canChange={canChange} />
}
