import type { z } from 'zod'
import type { Fault } from '#kernel/model/refusals.ts'
import { describeName, factsAt, schemaAt, splitFieldPath } from './metadata.ts'

/** A fault with the label of its field, for the error summary. */
export interface NamedFault extends Fault {
  name: string
}

/**
 * Labels set on the screen instead of in the entity, by path; fields of lines are written
 * `items.*.invoiceDate`, the noun for a line `items.*`, and the name of one line `items.2`.
 */
export type LabelOverrides = ReadonlyMap<string, string>

/** Replaces line numbers in a path: `items.2.invoiceDate` → `items.*.invoiceDate`. */
function withoutIndexes(path: string): string {
  return splitFieldPath(path)
    .map((part) => (/^\d+$/.test(part) ? '*' : part))
    .join('.')
}

/**
 * Reports faults of rules as issues of a schema, for its `superRefine`. A field such as `units.2.rent`
 * becomes a path.
 */
export function reportFaults(check: z.RefinementCtx, faults: readonly Fault[]): void {
  for (const { field, message } of faults)
    check.addIssue({
      code: 'custom',
      path: field.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part)),
      message,
    })
}

/**
 * Returns all faults of a refused parse: for a shape, the first message of each field; for rules, every
 * message, because faults without an input of their own, such as missing documents, can occur several times.
 */
export function faultsOfIssues(issues: readonly z.core.$ZodIssue[]): Fault[] {
  const faults: Fault[] = []
  for (const { path, message, code } of issues) {
    const field = path.map(String).join('.')
    const matchingFaults = faults.filter((fault) => fault.field === field)
    if (
      matchingFaults.length === 0 ||
      (code === 'custom' && matchingFaults.every((fault) => fault.message !== message))
    )
      faults.push({ field, message })
  }
  return faults
}

/**
 * Returns the name of a field: `Description`, and in a line `Item 3: Invoice date`. Empty for the whole form.
 */
export function nameOfField(
  schema: z.core.$ZodType,
  field: string,
  labels: LabelOverrides = new Map(),
): string {
  const parts = splitFieldPath(field)
  const label = (path: string) =>
    labels.get(withoutIndexes(path)) ??
    factsAt(schema, path).label ??
    describeName(path.slice(path.lastIndexOf('.') + 1))
  const lineLabels: string[] = []
  let last = ''
  parts.forEach((part, position) => {
    const path = parts.slice(0, position + 1).join('.')
    if (/^\d+$/.test(part)) {
      const list = parts.slice(0, position).join('.')
      const noun = labels.get(`${withoutIndexes(list)}.*`) ?? factsAt(schema, list).noun ?? 'Line'
      lineLabels.push(labels.get(path) ?? `${noun} ${Number(part) + 1}`)
      last = ''
    } else {
      last = label(path)
    }
  })
  return [...lineLabels, last].filter((text) => text !== '').join(': ')
}

/**
 * Returns faults without the label that a message may begin with ("From: choose a day."), because the label
 * is already next to it.
 */
export function withoutLabels(schema: z.core.$ZodType, faults: readonly Fault[]): Fault[] {
  return faults.map((fault) => {
    const { label } = factsAt(schema, fault.field)
    const prefix = `${label}: `
    if (label === undefined || !fault.message.startsWith(prefix)) return fault
    const message = fault.message.slice(prefix.length)
    return { ...fault, message: message.charAt(0).toUpperCase() + message.slice(1) }
  })
}

/** Adds the names of their fields to faults, for the error summary. */
export function nameFaults(
  schema: z.core.$ZodType,
  faults: readonly Fault[],
  labels: LabelOverrides = new Map(),
): NamedFault[] {
  return faults.map((fault) => ({ ...fault, name: nameOfField(schema, fault.field, labels) }))
}

/**
 * Returns the message of a fault without the name, or the row within it, that it may begin with, because the
 * summary already shows them.
 */
export function withoutName({ name, message }: NamedFault): string {
  const namePrefix = name === '' ? '' : `${name}: `
  if (namePrefix !== '' && message.startsWith(namePrefix)) {
    const trimmedMessage = message.slice(namePrefix.length)
    return trimmedMessage.charAt(0).toUpperCase() + trimmedMessage.slice(1)
  }
  const end = name.lastIndexOf(': ')
  const row = end < 0 ? '' : name.slice(0, end + 2)
  return message.startsWith(row) ? message.slice(row.length) : message
}

/**
 * Moves faults along with their lines after a line was removed (`offset` −1) or added (`offset` 1) at `index`
 * of `list`. The faults of a removed line are dropped.
 */
export function shiftFaults(faults: readonly Fault[], list: string, index: number, offset: 1 | -1): Fault[] {
  const prefix = `${list}.`
  return faults.flatMap((fault) => {
    if (!fault.field.startsWith(prefix)) return [fault]
    const [line = '', ...remaining] = fault.field.slice(prefix.length).split('.')
    const position = Number(line)
    if (!Number.isInteger(position) || position < index) return [fault]
    if (offset === -1 && position === index) return []
    return [{ ...fault, field: [list, position + offset, ...remaining].join('.') }]
  })
}

/**
 * Returns faults with the names that the form has for its fields. A request may put the fields of the form
 * into an object, and its refusal then calls the field `findingsCount` of the form `request.findingsCount`.
 */
export function withFormNames(schema: z.core.$ZodType, faults: readonly Fault[]): Fault[] {
  return faults.map((fault) => {
    const inner = fault.field.slice(fault.field.indexOf('.') + 1)
    return schemaAt(schema, fault.field) || !schemaAt(schema, inner) ? fault : { ...fault, field: inner }
  })
}

/** Returns the faults of an error from a save (`{ faults: [{ field, message }] }`); empty if it has none. */
export function faultsOfError(error: unknown): Fault[] {
  if (typeof error !== 'object' || error === null || !('faults' in error) || !Array.isArray(error.faults))
    return []
  return error.faults.filter(
    (fault): fault is Fault => typeof fault?.field === 'string' && typeof fault?.message === 'string',
  )
}
