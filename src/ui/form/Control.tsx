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

/** The kinds of input: those of entity fields, and those that only a screen can choose. */
export type ControlKind = NonNullable<FieldFacts['kind']> | 'choices' | 'dollar' | 'yesNo' | 'richText'

/** Options of a field in addition to the facts of its entity. */
export interface ControlOptions extends FieldFacts {
  /** The options of a choice. */
  options?: readonly Option[]
  /**
   * Whether people may add an option. The value is then `{ id, label }`, with id 0 for a new one. A text is
   * the noun for a new one. ENT-07.
   */
  creatable?: boolean | string
  placeholder?: string
  /** The initial number of lines of a long text. */
  rows?: number
  /** The text next to a checkbox. */
  words?: string
  /** Texts that can be inserted into a rich text from a list. */
  inserts?: readonly { label: string; text: string }[]
}

/** The kind of a field or a column. If it is given as a choice, its options are required. */
export type KindWithOptions =
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

const getChoiceProps = ({ creatable, placeholder, ...facts }: ControlOptions) => ({
  options: optionsFor(facts),
  creatable,
  placeholder,
})

/** The input for a kind of field. `value` has the type of the call; null if empty. */
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
      if (typeof value === 'string') return <UnreadableAmountControl {...rest} value={value} />
      return <AmountControl {...figure} rounding={facts.rounding} />
    case 'dollar':
      return <DollarControl {...figure} rounding={facts.rounding} />
    case 'percent':
      if (typeof value === 'string') return <UnreadableAmountControl {...rest} value={value} />
      return <PercentControl {...figure} decimals={facts.decimals} />
    case 'number':
    case 'id':
      return <NumberControl {...rest} value={value as number | string | null} />
    case 'day':
      return <DateControl {...rest} value={value as string | null} />
    case 'choice':
      return <ChoiceControl {...rest} {...getChoiceProps(facts)} value={value as Chosen | null} />
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

/** The input for a pasted amount that could not be read. It shows the pasted text until it is corrected. */
function UnreadableAmountControl({
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

/** The kinds that consist of several inputs, whose label is that of a group. */
export const GROUPED: ReadonlySet<ControlKind> = new Set(['yesNo', 'richText'])

/** Returns the kind of entity field whose format a control's plain value has. */
export function getDisplayKind(kind: ControlKind): FieldFacts['kind'] {
  if (kind === 'choices') return 'choice'
  if (kind === 'dollar') return 'money'
  if (kind === 'richText') return 'longText'
  return kind === 'yesNo' ? 'flag' : kind
}
