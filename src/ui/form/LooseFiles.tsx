import { Button } from '@mantine/core'
import { useId, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { useWatch } from 'react-hook-form'
import { plural } from '#kernel/model/formats.ts'
import type { DocumentDropProps } from './DocumentDrop.tsx'
import type { StoredFile } from './FileDrop.tsx'
import { showFile } from './FileLine.tsx'
import css from './files.module.css'
import { useFormParts } from './formContext.ts'
import type { Line } from './lines.ts'
import { type DocumentKind, matchFile } from './matchFiles.ts'
import { getUploadErrorMessage } from './useUploads.ts'

/** A document of a record that belongs to none of its lines. */
export interface LooseFile extends StoredFile {
  kind: string | null
}

type LooseProps = Pick<
  DocumentDropProps,
  'list' | 'noun' | 'place' | 'kinds' | 'loose' | 'move' | 'onRemove' | 'load' | 'onChanged'
>

/** Lists documents without a line, each with inputs to assign it to lines. */
export function LooseFiles(props: LooseProps) {
  const { list, noun, kinds, loose } = props
  const id = useId()
  const { form } = useFormParts<FieldValues>()
  const lines = (useWatch({ control: form.control, name: list }) as Line[] | undefined) ?? []
  const places = getPlaces(lines, noun, kinds)
  return (
    <>
      <h3 id={id} className={css.label}>
        {plural(loose.length, 'document', 'documents')} without {/^[aeiou]/i.test(noun) ? 'an' : 'a'}{' '}
        {noun.toLowerCase()}
      </h3>
      <p className={css.limits}>
        They go along with the submission as they are; place those that prove something.
      </p>
      <ul aria-labelledby={id}>
        {loose.map((file) => (
          <LooseFileLine key={file.id} {...props} file={file} lines={lines} places={places} />
        ))}
      </ul>
    </>
  )
}

type Place = { value: string; label: string }

/**
 * Returns the choices: each line, and lines that share a number, such as a check that pays several invoices.
 */
function getPlaces(lines: readonly Line[], noun: string, kinds: readonly DocumentKind[]): Place[] {
  const single = lines.map((_, index) => ({ value: String(index), label: `${noun} ${index + 1}` }))
  const shared = kinds.flatMap(({ kind, number }) => {
    if (number === undefined) return []
    const groups = Map.groupBy(lines.keys(), (index) => (lines[index]?.[number] as string | null) ?? '')
    return [...groups].flatMap(([value, at]) =>
      value === '' || at.length < 2
        ? []
        : [
            {
              value: at.join(),
              label: `${noun}s ${at.map((index) => index + 1).join(', ')}: ${kind.toLowerCase()} ${value}`,
            },
          ],
    )
  })
  return [...shared, ...single]
}

/** One document without a line, with the guess by its name preselected. */
function LooseFileLine({
  file,
  lines,
  places,
  ...props
}: LooseProps & { file: LooseFile; lines: readonly Line[]; places: Place[] }) {
  const { kinds, noun, place, move, onRemove, load, onChanged } = props
  const guess = matchFile(file.name, lines, kinds, { noun, ...(place === undefined ? {} : { place }) })
  const [kind, setKind] = useState(file.kind ?? guess.kind ?? '')
  const [selectedPlace, setSelectedPlace] = useState(guess.lines.length > 0 ? guess.lines.join() : '')
  const [problem, setProblem] = useState('')
  const attempt = async (work: () => Promise<unknown>) => {
    setProblem('')
    try {
      await work()
      await onChanged()
    } catch (reason) {
      setProblem(getUploadErrorMessage(reason))
    }
  }
  const assign = () => {
    if (kind === '' || selectedPlace === '')
      setProblem(`Choose the ${noun.toLowerCase()} and the kind of document.`)
    else void attempt(() => move(file, kind, selectedPlace.split(',').map(Number)))
  }
  return (
    <li>
      <button
        type="button"
        className={css.name}
        onClick={() => void attempt(() => showFile(file, load))}
        data-print
      >
        {file.name}
      </button>
      <Choice
        label={`${noun} for ${file.name}`}
        none={`${noun}…`}
        options={places}
        value={selectedPlace}
        onChange={setSelectedPlace}
      />
      <Choice
        label={`Kind of ${file.name}`}
        none="Kind…"
        options={kinds.map((kind) => ({ value: kind.kind, label: kind.kind }))}
        value={kind}
        onChange={setKind}
      />
      <Button size="compact-sm" variant="default" aria-label={`Place ${file.name}`} onClick={assign}>
        Place
      </Button>
      <Button
        size="compact-sm"
        variant="subtle"
        aria-label={`Remove ${file.name}`}
        onClick={() => void attempt(() => onRemove(file))}
      >
        Remove
      </Button>
      {problem ? <span className={css.error}>{problem}</span> : null}
    </li>
  )
}

function Choice({
  label,
  none,
  options,
  value,
  onChange,
}: {
  label: string
  /** The label of the empty choice. */
  none: string
  options: readonly Place[]
  value: string
  onChange: (value: string) => void
}) {
  return (
    <select aria-label={label} value={value} onChange={(event) => onChange(event.target.value)}>
      <option value="">{none}</option>
      {options.map((place) => (
        <option key={place.value} value={place.value}>
          {place.label}
        </option>
      ))}
    </select>
  )
}
