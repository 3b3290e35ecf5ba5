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

/** What a field may say beyond the facts of its entity. */
export interface ControlOptions extends FieldFacts {
  /** What can be chosen (choice, choices). */
  options?: readonly Option[]
  /** The list may grow: holds `{ id, label }`, a new one with id 0; as a text, what a new one is called. ENT-07. */
  creatable?: boolean | string
  placeholder?: string
  /** Lines of a long text at first. */
  rows?: number
  /** The words beside a tick box. */
  words?: string
  /** What can be put into a rich text from a list. */
  inserts?: readonly { label: string; text: string }[]
}

/** What a field or a column says of its kind: a choice named as such says what can be chosen. */
export type Chooses =
  | { kind: 'choice' | 'choices'; options: readonly Option[] }
  | { kind?: Exclude<ControlKind, 'choice' | 'choices'>; options?: readonly Option[] }

const NO_OPTIONS: readonly Option[] = []

/** A choice of nothing cannot be answered: it is a fault of the screen, which is told while it is written. */
function optionsFor(facts: ControlOptions): readonly Option[] {
  if (!facts.options && import.meta.env?.DEV)
    throw new Error(`"${facts.label ?? 'A choice'}" has no options: neither its schema nor its field names any.`)
  return facts.options ?? NO_OPTIONS
}
// The editor is large and stands on few screens.
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
  const text = { ...rest, value: typeof value === 'number' ? String(value) : (value as string | null), maxLength }
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
      return <MultiSelectControl {...rest} value={value as (number | string)[] | null} options={optionsFor(facts)} />
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

/** An amount that was pasted and could not be read: the text as it stood, until it is corrected. */
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
