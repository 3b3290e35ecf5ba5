import { lazy, Suspense } from 'react'
import { parseCentsText } from '#ui/model/amountText.ts'
import type { Option } from './display.ts'
import type { Wiring } from './FieldFrame.tsx'
import { ChoiceControl, type Chosen, MultiSelectControl } from './inputs/choice.tsx'
import { DateControl } from './inputs/date.tsx'
import { TickControl, YesNoControl } from './inputs/flag.tsx'
import { AmountControl, DollarControl, PercentControl } from './inputs/money.tsx'
import { NumberControl } from './inputs/number.tsx'
import { EmailControl, LongTextControl, PhoneControl, TextControl, ZipControl } from './inputs/text.tsx'
import type { FieldFacts } from './metadata.ts'

/** The kinds of input: those of entity fields, and those only a screen can ask for. */
export type ControlKind = NonNullable<FieldFacts['kind']> | 'choices' | 'dollar' | 'yesNo' | 'richText'

/** Options of a field in addition to the facts of its entity. */
export interface ControlOptions extends FieldFacts {
  /** What can be chosen (choice, choices). */
  options?: readonly Option[]
  /**
   * The list may grow: the value is `{ id, label }`, with id 0 for a new entry; a text names a new entry.
   * ENT-07.
   */
  creatable?: boolean | string
  placeholder?: string
  /** Lines of a long text at first. */
  rows?: number
  /** The text next to a checkbox. */
  words?: string
  /** What can be put into a rich text from a list. */
  inserts?: readonly { label: string; text: string }[]
}

/** The kind of a field or a column; an explicit choice must have its options. */
export type Chooses =
  | { kind: 'choice' | 'choices'; options: readonly Option[] }
  | { kind?: Exclude<ControlKind, 'choice' | 'choices'>; options?: readonly Option[] }

const NO_OPTIONS: readonly Option[] = []

/**
 * Returns the options of a choice; a choice without options is a fault of the screen, so it is reported
 * during development.
 */
function optionsFor(facts: ControlOptions): readonly Option[] {
  if (!facts.options && import.meta.env?.DEV)
    throw new Error(
      `"${facts.label ?? 'A choice'}" has no options: neither its schema nor its field names any.`,
    )
  return facts.options ?? NO_OPTIONS
}
// Loaded on demand, because the editor is large and only a few screens use it.
const RichTextControl = lazy(() => import('./inputs/RichTextControl.tsx'))

const choosing = ({ creatable, placeholder, ...facts }: ControlOptions) => ({
  options: optionsFor(facts),
  creatable,
  placeholder,
})

/** The control for a kind of field. `value` is in wire shape; null for nothing. */
export function Control({
  kind,
  facts,
  value,
  ...rest
}: Wiring & {
  kind: ControlKind
  facts: ControlOptions
  value: unknown
  onChange: (value: unknown) => void
  onBlur?: () => void
}) {
  const { maxLength, negative, inserts } = facts
  const text = {
    ...rest,
    value: typeof value === 'number' ? String(value) : (value as string | null),
    maxLength,
  }
  const figure = { ...rest, value: value as number | null, negative }
  switch (kind) {
    case 'longText':
      return <LongTextControl {...text} rows={facts.rows} />
    case 'email':
      return <EmailControl {...text} />
    case 'phone':
      return <PhoneControl {...text} />
    case 'zip':
      return <ZipControl {...text} />
    case 'money':
      if (typeof value === 'string') return <UnreadControl {...rest} value={value} />
      return <AmountControl {...figure} rounding={facts.rounding} />
    case 'dollar':
      return <DollarControl {...figure} rounding={facts.rounding} />
    case 'percent':
      if (typeof value === 'string') return <UnreadControl {...rest} value={value} />
      return <PercentControl {...figure} decimals={facts.decimals} />
    case 'number':
    case 'id':
      return <NumberControl {...rest} value={value as number | string | null} />
    case 'day':
      return <DateControl {...rest} value={value as string | null} />
    case 'choice':
      return <ChoiceControl {...rest} {...choosing(facts)} value={value as Chosen | null} />
    case 'choices':
      return (
        <MultiSelectControl
          {...rest}
          value={value as (number | string)[] | null}
          options={optionsFor(facts)}
        />
      )
    case 'flag':
      return <TickControl {...rest} value={value as boolean | null} words={facts.words} />
    case 'richText':
      return (
        <Suspense fallback={<p role="status">Loading the editor…</p>}>
          <RichTextControl {...rest} value={value as string | null} {...(inserts ? { inserts } : {})} />
        </Suspense>
      )
    case 'yesNo':
      return <YesNoControl {...rest} value={value as boolean | null} />
    default:
      return <TextControl {...text} />
  }
}

/** A pasted amount that could not be read: shows the pasted text until it is corrected. */
function UnreadControl({
  value,
  onChange,
  onBlur,
  ...wiring
}: Wiring & { value: string; onChange: (value: unknown) => void; onBlur?: () => void }) {
  const settle = () => {
    const amount = parseCentsText(value)
    if (amount !== null || value.trim() === '') onChange(amount)
    onBlur?.()
  }
  return <TextControl {...wiring} value={value} onChange={(text) => onChange(text ?? '')} onBlur={settle} />
}

/** Kinds made of several inputs, whose label names a group. */
export const GROUPED: ReadonlySet<ControlKind> = new Set(['yesNo', 'richText'])

/** The kind of entity field a control shows its plain value as. */
export function shownAs(kind: ControlKind): FieldFacts['kind'] {
  if (kind === 'choices') return 'choice'
  if (kind === 'dollar') return 'money'
  if (kind === 'richText') return 'longText'
  return kind === 'yesNo' ? 'flag' : kind
}
