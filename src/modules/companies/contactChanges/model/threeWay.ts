import {
  type ContactField,
  type ContactValues,
  contactFieldLabels,
  contactFields,
  sameText,
} from '#ground/portfolio/contacts/model/index.ts'
import type { ContactChange } from './entities.ts'

/**
 * The three-way comparison of a change with its contact: the contact when the change was drafted, the contact
 * now, and the requested values. Only a field that both sides changed differently needs a decision.
 */

/** The reviewer's choice: the contact's present value, or the requested one. */
export type Choice = 'present' | 'wanted'

/** Choices by field; `contact` is about the whole line. */
export type Decisions = Readonly<Partial<Record<ContactField | 'contact', Choice>>>

/**
 * The state of one field: `unchanged` by both, `wanted` by the request alone, `meanwhile` changed by others
 * alone, `agreed` when both changed it alike, and `conflict` when they differ.
 */
export type FieldState = 'unchanged' | 'wanted' | 'meanwhile' | 'agreed' | 'conflict'

/** One compared field with its result; for an undecided conflict that is the present value. */
export type ComparedField = {
  field: ContactField
  old: string | null
  present: string | null
  wanted: string | null
  state: FieldState
  choice: Choice | null
  result: string | null
}

function getState(old: string | null, present: string | null, requested: string | null): FieldState {
  const isAsked = !sameText(old, requested)
  const moved = !sameText(old, present)
  if (isAsked && moved) return sameText(present, requested) ? 'agreed' : 'conflict'
  if (isAsked) return 'wanted'
  return moved ? 'meanwhile' : 'unchanged'
}

/** Compares field by field; `decisions` settle conflicts. */
export function compare(
  old: ContactValues,
  present: ContactValues,
  requestedValues: ContactValues,
  decisions: Decisions = {},
): ComparedField[] {
  return contactFields.map((field) => {
    const state = getState(old[field], present[field], requestedValues[field])
    const choice = state === 'conflict' ? (decisions[field] ?? null) : null
    const takesWanted = state === 'wanted' || state === 'agreed' || choice === 'wanted'
    return {
      field,
      old: old[field],
      present: present[field],
      wanted: requestedValues[field],
      state,
      choice,
      result: takesWanted ? requestedValues[field] : present[field],
    }
  })
}

/** The values that come of a comparison. */
export const getContactChangeResult = (compared: readonly ComparedField[]): ContactValues =>
  Object.fromEntries(compared.map(({ field, result }) => [field, result])) as ContactValues

/** A line of a request as it is judged: with the contact as it is now. */
export type JudgedLine = Pick<
  ContactChange,
  'kind' | 'contactTypeId' | 'oldValues' | 'newValues' | 'decisions'
> & {
  /** The contact now; null when it is gone. */
  present: ContactValues | null
  /** Whether the contact still has that type there. */
  linked: boolean
}

const getWords = ({ field, present, wanted, choice }: ComparedField): string => {
  const [selected, declined] = choice === 'present' ? [present, wanted] : [wanted, present]
  return `${contactFieldLabels[field]}: ${choice === 'present' ? 'stays' : 'becomes'} ${selected ?? 'empty'}, not ${declined ?? 'empty'}`
}

/** Every decision on a line in words, for its history; null where nothing was in conflict. */
export function decisionWords(line: Omit<JudgedLine, 'linked'>): string | null {
  const { kind, decisions, present, oldValues, newValues } = line
  if (decisions.contact === 'present') return 'The contact no longer had this type here: it stays as it is'
  if (decisions.contact === 'wanted') return 'The contact no longer had this type here: it is named again'
  if (kind !== 'Change' || !present || !oldValues || !newValues) return null
  const settled = compare(oldValues, present, newValues, decisions).filter(
    (comparedField) => comparedField.choice !== null,
  )
  return settled.map(getWords).join('; ') || null
}

/** The fields that need a decision before a line is approved; `contact` when the contact no longer exists. */
export function openConflicts(line: JudgedLine): (ContactField | 'contact')[] {
  const { decisions, present } = line
  if (line.kind === 'Add' || decisions.contact === 'present') return []
  if (!line.linked || !present) return line.kind === 'Change' && !decisions.contact ? ['contact'] : []
  if (line.kind === 'End' || !line.oldValues || !line.newValues) return []
  return compare(line.oldValues, present, line.newValues, decisions)
    .filter((comparedField) => comparedField.state === 'conflict' && comparedField.choice === null)
    .map((comparedField) => comparedField.field)
}
