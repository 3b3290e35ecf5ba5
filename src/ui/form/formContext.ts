import { createContext, useContext, useEffect, useSyncExternalStore } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import type { Fault } from '#kernel/model/refusals.ts'
import type { FormSession } from './session.ts'

/**
 * The parts of a form that its fields need. They never change while the form is mounted, so they cause no
 * rendering.
 */
export interface FormParts<Values extends FieldValues = FieldValues> {
  /** Prefix of the ids of this form's fields. */
  id: string
  form: UseFormReturn<Values>
  /** The strict schema, which also has label, kind and limits of the fields. */
  schema: z.core.$ZodType
  session: FormSession
  /** The labels set by the screen, by path with `*` for line numbers. */
  labels: Map<string, string>
  /**
   * Functions that are called with the field to which the error summary leads, before it gets the focus, so
   * that tabs or details that hide it open.
   */
  followers: Set<(field: string) => void>
  /** Called when the user leaves a field: checks the typed value, but never whether it is missing. */
  leaveField: (name: string) => void
}

/** The available actions and the status of a form, from `useFormActions`. */
export interface FormActions {
  readOnly: boolean
  /** Whether something was changed since the last save. */
  changed: boolean
  saving: boolean
  submitting: boolean
  /** One line about the last save: "Saved 10:42 AM", "Not saved: …", or empty. */
  status: string
  /** Saves the current values (shape only). Returns whether they were saved. */
  save: () => Promise<boolean>
  /**
   * Checks everything strictly and sends it. All faults are shown at once and nothing is sent while there are
   * any. `confirm` is asked after the check and before sending; false stops.
   */
  submit: (confirm?: () => Promise<boolean>) => Promise<boolean>
  /**
   * Changes the record by another call of the same screen, which returns the changed record. It waits for a
   * running save, and later saves wait for it, so that it is not mistaken for a colleague's change.
   */
  changeElsewhere: (change: () => Promise<unknown>) => Promise<void>
  /** Shows faults found by the server (`items.2.invoiceDate`); each stays until its field is changed. */
  applyFaults: (faults: readonly Fault[]) => void
}

export const FormPartsContext = createContext<FormParts | null>(null)
export const FormActionsContext = createContext<FormActions | null>(null)
/** Whether the fields inside only show their values: the form, or one section of it, is read-only. */
export const FormReadOnlyContext = createContext(false)

/**
 * Whether amounts fill from the right (VAL-13). They do in the forms of requests, and are typed as written
 * everywhere else.
 */
export const FillsFromRightContext = createContext(false)

/** The values of a form whose type is not given: no name is one of them. */
export type NoValues = Record<never, never>

/**
 * Returns the parts of the form around a field. `Values` is the type of the form's values; without it, no
 * field can be read or set. Throws outside a `Form`.
 */
export function useFormParts<Values extends FieldValues = NoValues>(): FormParts<Values> {
  const parts = useContext(FormPartsContext)
  if (!parts) throw new Error('A Field, LineItems or ErrorSummary stands outside a Form.')
  return parts as FormParts<FieldValues> as FormParts<Values>
}

/** Returns the actions and state of a form, for buttons inside a `Form`. Throws outside a `Form`. */
export function useFormActions(): FormActions {
  const actions = useContext(FormActionsContext)
  if (!actions) throw new Error('useFormActions was called outside a Form.')
  return actions
}

/** Returns the fault of one field, and renders again only when it changes. */
export function useFault(name: string): string | undefined {
  const { faults } = useFormParts().session
  const read = () => faults.at(name)
  return useSyncExternalStore(faults.subscribe, read, read)
}

/** Returns the id of a field's input, for its label and for links to it. */
export function fieldId(formId: string, name: string): string {
  return `${formId}-${name.replaceAll('.', '-')}`
}

/** Registers a label of the screen for the error summary. */
export function useLabel(path: string, label: string | undefined): void {
  const { labels } = useFormParts()
  useEffect(() => {
    if (label === undefined) return
    labels.set(path, label)
    return () => {
      labels.delete(path)
    }
  }, [labels, path, label])
}
