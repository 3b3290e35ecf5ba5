import { type MouseEvent, useEffect, useRef, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import { nameFaults, withoutName } from './faults.ts'
import css from './form.module.css'
import { type FormParts, fieldId, useFormParts } from './formContext.ts'
import type { FormSession } from './session.ts'

/** Returns the element of a field, or of the line or list around it if it is not on the page. */
function getElement(formId: string, field: string): HTMLElement | null {
  for (let path = field; path !== ''; path = path.slice(0, Math.max(0, path.lastIndexOf('.')))) {
    const elementById = document.getElementById(fieldId(formId, path))
    if (elementById) return elementById
  }
  return null
}

/** Opens what hides a field, brings it into view and puts the cursor into it. */
export function followFault({ id, followers }: Pick<FormParts, 'id' | 'followers'>, field: string): void {
  flushSync(() => {
    for (const open of followers) open(field)
  })
  const target = getElement(id, field)
  if (!target) return
  target.scrollIntoView({ block: 'center' })
  target.focus({ preventScroll: true })
}

/**
 * Moves the focus to the field of the first fault in the order of the page, if any has a field on the page.
 */
export function followFirst(
  parts: Pick<FormParts, 'id' | 'followers'>,
  faults: readonly { field: string }[],
): void {
  const first = inPageOrder(faults, parts.id).find(({ field }) => getElement(parts.id, field) !== null)
  if (first) followFault(parts, first.field)
}

/**
 * Sorts faults in the order of the page, which can differ from the order of the schema; fields that are not
 * on the page come last.
 */
function inPageOrder<T extends { field: string }>(faults: readonly T[], formId: string): T[] {
  const placed = faults.map((fault) => ({ fault, element: getElement(formId, fault.field) }))
  placed.sort((item, other) => {
    if (!item.element || !other.element) return Number(!item.element) - Number(!other.element)
    const following = item.element.compareDocumentPosition(other.element) & Node.DOCUMENT_POSITION_FOLLOWING
    return item.element === other.element ? 0 : following ? -1 : 1
  })
  return placed.map(({ fault }) => fault)
}

/** Moves the focus to the summary each time a save or submit failed. */
function useFocusOnFailure(session: FormSession) {
  const read = () => session.state.failures
  const failures = useSyncExternalStore(session.stateChanged.on, read, read)
  const box = useRef<HTMLDivElement>(null)
  const seenFailures = useRef(failures)
  useEffect(() => {
    if (failures === seenFailures.current) return
    seenFailures.current = failures
    box.current?.focus()
    box.current?.scrollIntoView({ block: 'nearest' })
  }, [failures])
  return { box, failures }
}

/**
 * Lists the problems of a form at its top, in the style of GOV.UK: takes focus after a failed submit or save,
 * and links each problem to its field with the same words as there. Empty without problems. `title` is its
 * heading. `onFollow` is called with the field that gets the focus, so that the screen can first open its
 * tab.
 */
export function ErrorSummary({
  title = 'There is a problem',
  onFollow,
}: {
  title?: string
  onFollow?: (field: string) => void
}) {
  const parts = useFormParts()
  const { id, schema, session, labels } = parts
  const { faults } = session
  const all = useSyncExternalStore(faults.subscribe, faults.all, faults.all)
  const { box, failures } = useFocusOnFailure(session)

  // A fault found on leaving a field is shown next to it; it appears here only after the user tries to save
  // or submit.
  const storedFaults = failures === 0 ? [] : all
  if (storedFaults.length === 0) return null
  // Shows only the latest message of each field, from the form or the server, and never the same words twice.
  const lastByKey = new Map(storedFaults.map((fault) => [fault.field, fault.origin]))
  const last = storedFaults.filter((fault) => fault.origin === lastByKey.get(fault.field))
  const once = [...new Map(last.map((fault) => [`${fault.field} ${fault.message}`, fault])).values()]
  const namedFaults = inPageOrder(nameFaults(schema, once, labels), id)
  const follow = (field: string) => (event: MouseEvent) => {
    event.preventDefault()
    flushSync(() => onFollow?.(field))
    followFault(parts, field)
  }
  return (
    <div ref={box} className={css.summary} role="alert" aria-labelledby={`${id}-summary`} tabIndex={-1}>
      <h2 id={`${id}-summary`}>{title}</h2>
      <ul>
        {namedFaults.map((fault) => (
          <li key={`${fault.field} ${fault.message}`}>
            {fault.field === '' ? (
              fault.message
            ) : (
              // The address of the screen itself: it is written in the hash, so a link to an id would leave
              // the screen.
              <a href={window.location.hash || '#'} onClick={follow(fault.field)}>
                {fault.name} – {withoutName(fault)}
              </a>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
