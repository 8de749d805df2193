import type { HTMLAttributes, JSX } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { Icon } from './icon.tsx'

type TakeFiles = (files: readonly File[]) => void

interface DropZone {
  /** Files are held above it. */
  readonly isOver: boolean
  readonly handlers: Pick<HTMLAttributes<HTMLElement>, 'onDragOver' | 'onDragLeave' | 'onDrop'>
}

/** Takes files that are dropped on an element with these handlers. `undefined` if none may be dropped now. */
export function useFileDrop(take: TakeFiles | undefined): DropZone {
  const [isOver, setOver] = useState(false)
  const takes = (event: DragEvent) => take !== undefined && event.dataTransfer!.types.includes('Files')
  return {
    isOver,
    handlers: {
      onDragOver: (event) => {
        if (!takes(event)) return
        event.preventDefault()
        setOver(true)
      },
      onDragLeave: () => setOver(false),
      onDrop: (event) => {
        if (!takes(event)) return
        event.preventDefault()
        setOver(false)
        take!([...event.dataTransfer!.files])
      },
    },
  }
}

interface UploadButtonProps {
  readonly label: string
  readonly take: TakeFiles
  /** More classes of the button: `primary`, `small`. */
  readonly look?: string
  /** Types of files that can be chosen, as of `<input accept>`: `image/*,.pdf`. The API checks them as well. */
  readonly accept?: string | undefined
  /** One file only. Default: several. */
  readonly isSingle?: boolean
  readonly isDisabled?: boolean
}

/** Opens the browser's dialog for files. */
export function UploadButton(props: UploadButtonProps): JSX.Element {
  const { label, take, look = '', accept, isSingle = false, isDisabled = false } = props
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <button type="button" class={`button ${look}`} disabled={isDisabled} onClick={() => input.current?.click()}>
        <Icon name="upload" size={look.includes('small') ? 16 : 18} />
        {label}
      </button>
      <input
        ref={input}
        type="file"
        multiple={!isSingle}
        hidden
        accept={accept}
        aria-label={label}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])]
          // The same file can be chosen again.
          currentTarget.value = ''
          if (files.length > 0) take(files)
        }}
      />
    </>
  )
}
