import {
  type ContactField,
  type ContactValues,
  contactFieldLabels,
  contactFields,
  isSameText,
} from '#core/portfolio/contacts/model/index.ts'
import type { ContactChange } from './entities.ts'

/**
 * The three-way comparison of a change with its contact: the values when the change was drafted (`old`), the
 * values now (`present`), and the requested values (`wanted`). Only a field that both sides changed
 * differently needs a decision.
 */

/** The reviewer's choice: the present value of the contact, or the requested one. */
export type Choice = 'present' | 'wanted'

/** The choices by field; `contact` is the choice about the whole line. */
export type Decisions = Readonly<Partial<Record<ContactField | 'contact', Choice>>>

/**
 * The state of one field: `unchanged` by both sides, `wanted` if only the request changes it, `meanwhile` if
 * only others changed it, `agreed` if both changed it to the same value, and `conflict` if they changed it
 * differently.
 */
export type FieldState = 'unchanged' | 'wanted' | 'meanwhile' | 'agreed' | 'conflict'

/** One compared field with its resulting value, which is the present value for an undecided conflict. */
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
  const isRequested = !isSameText(old, requested)
  const isChanged = !isSameText(old, present)
  if (isRequested && isChanged) return isSameText(present, requested) ? 'agreed' : 'conflict'
  if (isRequested) return 'wanted'
  return isChanged ? 'meanwhile' : 'unchanged'
}

/** Compares all fields; `decisions` resolve conflicts. */
export function compareContact(
  old: ContactValues,
  present: ContactValues,
  requestedValues: ContactValues,
  decisions: Decisions = {},
): ComparedField[] {
  return contactFields.map((field) => {
    const state = getState(old[field], present[field], requestedValues[field])
    const choice = state === 'conflict' ? (decisions[field] ?? null) : null
    const isRequestedTaken = state === 'wanted' || state === 'agreed' || choice === 'wanted'
    return {
      field,
      old: old[field],
      present: present[field],
      wanted: requestedValues[field],
      state,
      choice,
      result: isRequestedTaken ? requestedValues[field] : present[field],
    }
  })
}

/** Returns the values that result from a comparison. */
export const getResultingContact = (compared: readonly ComparedField[]): ContactValues =>
  Object.fromEntries(compared.map(({ field, result }) => [field, result])) as ContactValues

/** A line of a request with the present values of its contact. */
export type ComparedLine = Pick<
  ContactChange,
  'kind' | 'contactTypeId' | 'oldValues' | 'newValues' | 'decisions'
> & {
  /** The present values of the contact; null if it no longer exists. */
  present: ContactValues | null
  /** Whether the contact still has this type at the property or company. */
  linked: boolean
}

const describeDecision = ({ field, present, wanted, choice }: ComparedField): string => {
  const [selected, declined] = choice === 'present' ? [present, wanted] : [wanted, present]
  return `${contactFieldLabels[field]}: ${choice === 'present' ? 'stays' : 'becomes'} ${selected ?? 'empty'}, not ${declined ?? 'empty'}`
}

/** Describes all decisions on a line, for its history; null if nothing was in conflict. */
export function describeDecisions(line: Omit<ComparedLine, 'linked'>): string | null {
  const { kind, decisions, present, oldValues, newValues } = line
  if (decisions.contact === 'present') return 'The contact no longer had this type here: it stays as it is'
  if (decisions.contact === 'wanted') return 'The contact no longer had this type here: it is named again'
  if (kind !== 'Change' || !present || !oldValues || !newValues) return null
  const settled = compareContact(oldValues, present, newValues, decisions).filter(
    (comparedField) => comparedField.choice !== null,
  )
  return settled.map(describeDecision).join('; ') || null
}

/**
 * Returns the fields that need a decision before a line is approved; `contact` if the contact no longer
 * exists there.
 */
export function getOpenConflicts(line: ComparedLine): (ContactField | 'contact')[] {
  const { decisions, present } = line
  if (line.kind === 'Add' || decisions.contact === 'present') return []
  if (!line.linked || !present) return line.kind === 'Change' && !decisions.contact ? ['contact'] : []
  if (line.kind === 'End' || !line.oldValues || !line.newValues) return []
  return compareContact(line.oldValues, present, line.newValues, decisions)
    .filter((comparedField) => comparedField.state === 'conflict' && comparedField.choice === null)
    .map((comparedField) => comparedField.field)
}
