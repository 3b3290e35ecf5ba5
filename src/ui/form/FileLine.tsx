import { type RefObject, useRef } from 'react'
import { formatFileSize } from '#kernel/model/formats.ts'
import { IconFile, IconReplace, IconTrash } from '../frame/icons.ts'
import type { StoredFile } from './FileDrop.tsx'
import css from './files.module.css'
import { canPreview, type FileLimits } from './files.ts'

/** The time that a new tab has to read the file before its address is revoked, in milliseconds. */
const TAB_TIME = 60_000

/**
 * Opens pictures and PDF in a new tab and downloads everything else. Rejects when the file cannot be fetched.
 */
export async function showFile(file: StoredFile, load: (file: StoredFile) => Promise<Blob>): Promise<void> {
  // The tab opens before the file is fetched, because afterwards the browser would block it as a popup.
  const tab = canPreview(file.type ?? '') ? window.open('', '_blank') : null
  let blob: Blob
  try {
    blob = await load(file)
  } catch (reason) {
    tab?.close()
    throw reason
  }
  const address = URL.createObjectURL(blob)
  setTimeout(() => URL.revokeObjectURL(address), TAB_TIME)
  if (tab && canPreview(blob.type)) {
    tab.location.href = address
    return
  }
  tab?.close()
  const link = document.createElement('a')
  link.href = address
  link.download = file.name
  link.click()
}

/** The browser's own file chooser, opened by a button. */
export function FilePicker({
  inputRef,
  limits,
  onFiles,
}: {
  inputRef: RefObject<HTMLInputElement | null>
  limits: Pick<FileLimits, 'endings' | 'maxFiles'>
  onFiles: (files: readonly File[]) => void
}) {
  return (
    <input
      ref={inputRef}
      type="file"
      hidden
      multiple={limits.maxFiles !== 1}
      accept={limits.endings?.join(',')}
      onChange={(event) => {
        onFiles([...(event.target.files ?? [])])
        // This lets people choose the same file again.
        event.target.value = ''
      }}
    />
  )
}

/** A stored file with its name and size, and the buttons to open, replace and remove it. */
export function FileLine({
  file,
  endings,
  open,
  onReplace,
  onRemove,
}: {
  file: StoredFile
  endings: readonly string[] | undefined
  open: (() => void) | undefined
  onReplace: ((files: readonly File[]) => void) | undefined
  onRemove: (() => void) | undefined
}) {
  const picker = useRef<HTMLInputElement>(null)
  return (
    <li>
      <IconFile size={16} aria-hidden="true" />
      {open ? (
        <button type="button" className={css.name} onClick={open} data-print>
          {file.name}
          {canPreview(file.type ?? '') ? (
            <span className="visually-hidden"> (opens in a new tab)</span>
          ) : null}
        </button>
      ) : (
        <span>{file.name}</span>
      )}
      <span className={css.limits}>{formatFileSize(file.size)}</span>
      {onReplace ? (
        <button
          type="button"
          data-noprint
          aria-label={`Replace ${file.name}`}
          title="Replace"
          onClick={() => picker.current?.click()}
        >
          <IconReplace size={16} aria-hidden="true" />
        </button>
      ) : null}
      {onReplace ? (
        <FilePicker inputRef={picker} limits={{ endings, maxFiles: 1 }} onFiles={onReplace} />
      ) : null}
      {onRemove ? (
        <button
          type="button"
          data-noprint
          aria-label={`Remove ${file.name}`}
          title="Remove"
          onClick={onRemove}
        >
          <IconTrash size={16} aria-hidden="true" />
        </button>
      ) : null}
    </li>
  )
}
