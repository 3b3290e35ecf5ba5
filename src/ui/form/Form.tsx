import {
  type KeyboardEvent,
  type ReactNode,
  type SyntheticEvent,
  useCallback,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { type FieldValues, type UseFormReturn, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { useReadOnly } from '#kernel/web/readOnly.tsx'
import { INPUT_DEBOUNCE } from './debounce.ts'
import {
  type FormActions,
  FormActionsContext,
  type FormParts,
  FormPartsContext,
  FormReadOnlyContext,
} from './formContext.ts'
import { LeaveGuard } from './LeaveGuard.tsx'
import { NewerRecord } from './NewerRecord.tsx'
import { RestoreOffer } from './RestoreOffer.tsx'
import { FormSession, type Send, type SessionOptions } from './session.ts'
import { useAutosave } from './useAutosave.ts'
import { useWhenReleased } from './useWhenReleased.ts'

/** See `Form`. */
export interface FormProps {
  /** The strict rules of submission. Its fields have label, kind and limits, and its lists have a `noun`. */
  schema: z.core.$ZodType
  /**
   * The record as the server returned it. A newer record replaces it, unless typed changes would be lost.
   */
  values: FieldValues
  /**
   * Saves progress. It gets all values that have the type of their field, and may return the stored record.
   */
  onSave?: Send
  /** Submits values that meet the strict schema. */
  onSubmit?: Send
  /** Whether saving also requires the strict schema, for records that are never stored incomplete. */
  strict?: boolean
  /** Shows plain values instead of inputs. The screen's read-only mode (NAV-11) does the same. */
  readOnly?: boolean
  /** The seconds without typing after which progress is saved automatically; never if omitted. */
  autosave?: number
  /**
   * The key under which typed changes are stored on this computer until they are saved. It has user and
   * record (`7/request/100`), so that no user is offered the changes of another.
   */
  draftKey?: string
  /** Whether leaving the screen saves without asking. It asks only if saving fails. */
  savesOnLeave?: boolean
  /** Accessible name, for screens with more than one form. */
  label?: string
  children?: ReactNode
}

/**
 * A form for a record. Save is lenient (shape only); submit is strict: all faults at once, each linked to its
 * field. Typed changes survive a lost session, connection or crash (`draftKey`), and leaving with unsaved
 * changes asks first. It contains `ErrorSummary`, `Field`, `LineItems` and `FormButtons`; `useFormActions`
 * gives save and submit. Must be inside a data router. A new record needs a new `key`.
 */
export function Form({
  readOnly = false,
  autosave,
  draftKey,
  savesOnLeave = false,
  label,
  children,
  ...rest
}: FormProps) {
  const screenReadOnly = useReadOnly()
  const onlyRead = readOnly || screenReadOnly
  const { parts, actions } = useSession({ ...rest, readOnly: onlyRead })
  useAutosave(parts.session, onlyRead ? undefined : autosave)
  return (
    <FormPartsContext value={parts}>
      <FormActionsContext value={actions}>
        <FormReadOnlyContext value={onlyRead}>
          <form aria-label={label} noValidate onSubmit={preventBrowserSubmit} onKeyDown={saveKey(actions)}>
            {onlyRead || !draftKey ? null : <RestoreOffer draftKey={draftKey} />}
            <NewerRecord />
            {children}
          </form>
          <LeaveGuard keepsDraft={draftKey !== undefined} savesOnLeave={savesOnLeave} />
        </FormReadOnlyContext>
      </FormActionsContext>
    </FormPartsContext>
  )
}

/** Prevents the browser from sending the form itself. */
function preventBrowserSubmit(event: SyntheticEvent): void {
  event.preventDefault()
  event.stopPropagation()
}

/** Handles Ctrl+S (⌘S), which saves progress. */
function saveKey(actions: FormActions) {
  return (event: KeyboardEvent) => {
    if (event.key.toLowerCase() === 's' && (event.ctrlKey || event.metaKey) && !event.altKey) {
      event.preventDefault()
      // In React, a form in a dialog can be inside another form.
      event.stopPropagation()
      if (!actions.readOnly) void actions.save()
    }
  }
}

function useSession(options: SessionOptions & { values: FieldValues }) {
  const id = useId()
  const form = useForm<FieldValues>({ defaultValues: structuredClone(options.values) })
  const latest = useRef(options)
  useEffect(() => {
    latest.current = options
  })
  const [session] = useState(() => {
    const write = (path: string, value: unknown) => form.setValue(path, value)
    return new FormSession({ read: () => form.getValues(), write }, () => latest.current)
  })
  const [labels] = useState(() => new Map<string, string>())
  const [followers] = useState(() => new Set<(field: string) => void>())
  const whenReleased = useWhenReleased()
  const leaveField = useCallback(
    (name: string) => whenReleased(name, () => session.checkField(name)),
    [session, whenReleased],
  )
  const { schema, values, readOnly } = options

  useTyping(form, session, whenReleased)
  useNewerRecord(session, values)
  const state = useSyncExternalStore(
    session.stateChanged.on,
    () => session.state,
    () => session.state,
  )
  const parts: FormParts = useMemo(
    () => ({ id, form, schema, session, labels, followers, leaveField }),
    [id, form, schema, session, labels, followers, leaveField],
  )
  const actions: FormActions = useMemo(
    () => ({
      ...state,
      readOnly,
      save: () => session.save(),
      submit: (confirm) => session.submit(confirm),
      changeElsewhere: (change) => session.changeElsewhere(change),
      applyFaults: (faults) => session.applyFaults(faults),
    }),
    [state, readOnly, session],
  )
  return { parts, actions }
}

/** Reports every change to the session, and soon after checks the shown faults again. */
function useTyping(
  form: UseFormReturn<FieldValues>,
  session: FormSession,
  whenReleased: ReturnType<typeof useWhenReleased>,
): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = form.subscribe({
      formState: { values: true },
      callback: ({ name }) => {
        session.noteChange(name)
        clearTimeout(timer)
        timer = setTimeout(() => whenReleased('', () => session.recheck()), INPUT_DEBOUNCE)
      },
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [form, session, whenReleased])
}

/** Passes a record that was loaded again to the session. */
function useNewerRecord(session: FormSession, values: FieldValues): void {
  const first = useRef(values)
  useEffect(() => {
    if (first.current === values) return
    first.current = values
    session.receive(values)
  }, [session, values])
}
