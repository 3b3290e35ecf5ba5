import { Button, Text } from '@mantine/core'
import { type DragEvent, useId, useRef, useState } from 'react'
import { IconUpload } from '../frame/icons.ts'
import { FieldError, RequiredMark } from './FieldFrame.tsx'
import { FileLine, FilePicker, showFile } from './FileLine.tsx'
import css from './files.module.css'
import { type FileLimits, wordsOfLimits } from './files.ts'
import { getUploadErrorMessage, useUploads } from './useUploads.ts'

/** A file that is stored on the server. */
export interface StoredFile {
  id: number | string
  name: string
  /** Bytes, when known. */
  size?: number
  /** Content type, as `application/pdf`. */
  type?: string
}

/** See `FileDrop`. */
export interface FileDropProps extends FileLimits {
  label: string
  help?: string
  error?: string
  required?: boolean
  files: readonly StoredFile[]
  /**
   * Sends one file. `progress` is called with the part sent so far, 0 to 1. If it rejects, the message of the
   * server is shown. The new file must appear in `files` afterwards.
   */
  upload: (file: File, progress: (part: number) => void) => Promise<unknown>
  /** Removes a file. If omitted, files cannot be removed. */
  onRemove?: (file: StoredFile) => Promise<unknown>
  /** Fetches a file for preview or download. If omitted, files cannot be opened. */
  load?: (file: StoredFile) => Promise<Blob>
  readOnly?: boolean
  /** Id of the button, for labels and links from the error summary. */
  id?: string
}

/**
 * The files of a record, with a place to drop or choose files. It shows their progress, and lets people open,
 * replace and remove them. Files that are empty, too large or of another kind are refused with the reason.
 * Pictures and PDF open in a new tab, and others are downloaded.
 */
export function FileDrop(props: FileDropProps) {
  const { label, help, error, required, files, onRemove, load, readOnly = false } = props
  const generatedId = useId()
  const id = props.id ?? generatedId
  const { sending, refusals, take, setRefusals } = useUploads(props)
  const reportFailure = (work: Promise<unknown>, name: string) =>
    void work.catch((reason: unknown) => setRefusals([`${name}: ${getUploadErrorMessage(reason)}`]))
  const replace = async (old: StoredFile, files: readonly File[]) => {
    if ((await take(files.slice(0, 1), 1)) && onRemove) await onRemove(old)
  }
  const actions = (file: StoredFile) => ({
    open: load ? () => reportFailure(showFile(file, load), file.name) : undefined,
    onReplace:
      onRemove && !readOnly
        ? (files: readonly File[]) => reportFailure(replace(file, files), file.name)
        : undefined,
    onRemove: onRemove && !readOnly ? () => reportFailure(onRemove(file), file.name) : undefined,
  })
  return (
    <div className={css.files}>
      <div className={css.label} id={`${id}-label`}>
        {label}
        <RequiredMark shown={required && !readOnly} />
      </div>
      {readOnly ? null : (
        <DropZone id={id} help={help} error={error} limits={props} onFiles={(files) => void take(files, 0)} />
      )}
      <FieldError id={id} error={error} />
      <div role="alert" className={css.error}>
        {refusals.map((refusal) => (
          <div key={refusal}>{refusal}</div>
        ))}
      </div>
      <ul aria-labelledby={`${id}-label`}>
        {sending.map((sending) => (
          <li key={sending.key}>
            <span>{sending.name}</span>
            <progress value={sending.part} max={1} aria-label={`Sending ${sending.name}`} />
          </li>
        ))}
        {files.map((file) => (
          <FileLine key={file.id} file={file} endings={props.endings} {...actions(file)} />
        ))}
      </ul>
      {files.length === 0 && sending.length === 0 && readOnly ? <Text c="dimmed">No files.</Text> : null}
    </div>
  )
}

interface DropZoneProps extends Pick<FileDropProps, 'help' | 'error'> {
  id: string
  limits: FileLimits
  onFiles: (files: readonly File[]) => void
}

/** Where files are dropped or chosen. */
export function DropZone({ id, help, error, limits, onFiles }: DropZoneProps) {
  const [over, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const drag = (event: DragEvent) => {
    event.preventDefault()
    setOver(true)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    onFiles([...event.dataTransfer.files])
  }
  return (
    <section
      aria-labelledby={`${id}-label`}
      className={css.zone}
      data-over={over || undefined}
      data-noprint
      onDragOver={drag}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <IconUpload size={18} aria-hidden="true" />
      <span>Drop files here or</span>
      <Button
        id={id}
        variant="default"
        size="xs"
        aria-describedby={`${id}-limits${error ? ` ${id}-error` : ''}`}
        onClick={() => input.current?.click()}
      >
        {limits.maxFiles === 1 ? 'Choose a file' : 'Choose files'}
      </Button>
      <span id={`${id}-limits`} className={css.limits}>
        {help ? `${help} ` : ''}
        {wordsOfLimits(limits)}
      </span>
      <FilePicker inputRef={input} limits={limits} onFiles={onFiles} />
    </section>
  )
}
