import { Button, Group } from '@mantine/core'
import { useId, useMemo, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { plural } from '#kernel/model/formats.ts'
import { DropZone, type StoredFile } from './FileDrop.tsx'
import css from './files.module.css'
import type { FileLimits } from './files.ts'
import { useFormActions, useFormParts } from './formContext.ts'
import { type LooseFile, LooseFiles } from './LooseFiles.tsx'
import { lineNames } from './lineNames.ts'
import type { Line } from './lines.ts'
import { type DocumentKind, matchFile } from './matchFiles.ts'
import { schemaAt } from './metadata.ts'
import { useUploads } from './useUploads.ts'

/** See `DocumentDrop`. */
export interface DocumentDropProps extends FileLimits {
  /** The path of the list of lines in the form's values. */
  list: string
  /** The name of one line. */
  noun: string
  /** The field of a line with its location in the property, by which files are also matched. */
  place?: string
  kinds: readonly DocumentKind[]
  /** An example of a file name, shown to the user: "check 4144.pdf". */
  help: string
  /** The number of required documents that are attached. */
  inPlace: number
  /** The number of required documents. */
  wanted: number
  /** Documents of the record that belong to none of its lines. */
  loose: readonly LooseFile[]
  /** Whether the record is stored. If not, it is saved before a document is sent. */
  isStored: boolean
  /**
   * Sends a file for lines, given by their positions. Without a match by name, the kind is null and lines are
   * empty.
   */
  send: (file: File, kind: string | null, lines: readonly number[]) => Promise<unknown>
  /** Gives a document its kind and its lines. */
  move: (file: StoredFile, kind: string | null, lines: readonly number[]) => Promise<unknown>
  onRemove: (file: StoredFile) => Promise<unknown>
  load: (file: StoredFile) => Promise<Blob>
  /** Called once after all dropped files were sent. */
  onChanged: () => Promise<unknown>
}

/**
 * The place to drop all documents of a list of lines. Each file is matched to one or several lines by its
 * name (see `matchFile`). Files without a match are stored with the record and can be assigned to lines by
 * hand.
 */
export function DocumentDrop(props: DocumentDropProps) {
  const { inPlace, wanted: requiredCount, loose } = props
  const id = useId()
  const { take, sending, refusals, report, waiting, giveUp } = useDrop(props)
  return (
    <section className={css.files} aria-labelledby={`${id}-heading`}>
      <Group gap="xs">
        <h2 id={`${id}-heading`} className={css.heading}>
          All documents at once
        </h2>
        {requiredCount > 0 ? (
          <span className={inPlace < requiredCount ? css.missing : css.complete}>
            {inPlace} of {requiredCount} in place
          </span>
        ) : null}
      </Group>
      <span id={`${id}-label`} className="visually-hidden">
        Place to drop all documents
      </span>
      <DropZone id={id} help={props.help} limits={props} onFiles={take} />
      <div role="status">
        {sending.length > 0 ? `Sending: ${plural(sending.length, 'document', 'documents')} to go` : report}
      </div>
      <div role="alert" className={css.error}>
        {refusals.map((refusal) => (
          <div key={refusal}>{refusal}</div>
        ))}
        {waiting.length > 0 ? (
          <Group gap="xs">
            {plural(waiting.length, 'document waits', 'documents wait')}: what you typed could not be saved
            first.
            <Button size="compact-sm" variant="default" onClick={() => take(waiting)}>
              Try again
            </Button>
            <Button size="compact-sm" variant="subtle" onClick={giveUp}>
              Do not add them
            </Button>
          </Group>
        ) : null}
      </div>
      {loose.length > 0 ? <LooseFiles {...props} /> : null}
    </section>
  )
}

/** Saves the form if needed, so that its lines have ids, and then sends the documents one after another. */
function useDrop(props: DocumentDropProps) {
  const { list, noun, place, kinds, isStored, send, onChanged } = props
  const { form, schema, session } = useFormParts<FieldValues>()
  const { save } = useFormActions()
  const names = useMemo(() => lineNames(schemaAt(schema, `${list}.*`)), [schema, list])
  const [report, setReport] = useState('')
  const [waiting, setWaiting] = useState<readonly File[]>([])
  const lines = () => (form.getValues(list) as Line[] | undefined) ?? []
  const counts = { all: 0, matched: 0 }
  const upload = async (file: File) => {
    const filePlace = matchFile(file.name, lines(), kinds, {
      noun,
      ...(place === undefined ? {} : { place }),
    })
    // Without a kind and a line it must be assigned by hand.
    const matched = filePlace.kind !== null && filePlace.lines.length > 0
    await send(file, filePlace.kind, matched ? filePlace.lines : [])
    counts.all += 1
    if (matched) counts.matched += 1
  }
  const { sending, refusals, take: sendAll } = useUploads({ ...props, files: [], upload })
  const take = async (files: readonly File[]) => {
    if (files.length === 0) return
    setReport('')
    const isKnown = isStored && !session.state.changed && lines().every((line) => Number(line[names.id]) > 0)
    if (!isKnown && !(await save())) {
      setWaiting(files)
      return
    }
    setWaiting([])
    await sendAll(files, 0)
    await onChanged()
    const remaining = counts.all - counts.matched
    setReport(
      `${plural(counts.matched, 'document', 'documents')} placed by name${remaining > 0 ? `, ${remaining} to place by hand` : ''}.`,
    )
  }
  return {
    sending,
    refusals,
    report,
    waiting,
    take: (files: readonly File[]) => void take(files),
    giveUp: () => setWaiting([]),
  }
}
