import { type KeyboardEvent, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import type { PrintedFigure, Term } from '#statement/model/index.ts'
import { popupLook, usePopup } from '#ui/form/usePopup.ts'
import { LinkButton } from '#ui/frame/LinkButton.tsx'
import styles from './reportCard.module.css'

type Of = { year: number; propertyId: number }

/** The part of the statement in which an account stands: balance sheet below 3130, income and expense above. */
export const placeOf = (code: string, { year, propertyId }: Of): string =>
  `/afs/view/${year}/${propertyId}?part=${/^([12]|3130|2033)/.test(code) ? 'balanceSheet' : 'incomeAndExpense'}&account=${code}`

/** A formula with its figures: each leads to its line, a sum tells what it is the sum of. */
export function Formula({ terms, of }: { terms: readonly Term[]; of: Of }) {
  return (
    <span className={styles.formula}>
      {terms.map((one, at) => (typeof one === 'string' ? one : <FigureOf key={at} figure={one} of={of} />))}
    </span>
  )
}

function FigureOf({ figure, of }: { figure: PrintedFigure; of: Of }) {
  const { text, label, code, parts } = figure
  if (code)
    return (
      <>
        <Link to={placeOf(code, of)}>{text}</Link> {label}
      </>
    )
  if (parts.length === 0) return `${text} ${label}`
  return (
    <>
      <Sum figure={figure} of={of} /> {label}
    </>
  )
}

/** A figure that is a sum: pressed, it tells of what. */
function Sum({ figure: { text, label, parts }, of }: { figure: PrintedFigure; of: Of }) {
  const figure = useRef<HTMLButtonElement>(null)
  const { opened, open, close, popupRef } = usePopup<HTMLDialogElement>(figure)
  const words = `Where ${text} ${label} comes from`
  useEffect(() => {
    if (opened) popupRef.current?.focus()
  }, [opened, popupRef])
  const leave = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    close()
    figure.current?.focus()
  }
  return (
    <>
      <LinkButton ref={figure} computed aria-expanded={opened} aria-label={words} onClick={opened ? close : open}>
        {text}
      </LinkButton>
      {opened && (
        <dialog
          ref={popupRef}
          popover="manual"
          tabIndex={-1}
          aria-label={words}
          className={popupLook}
          onKeyDown={leave}
        >
          <div className={styles.parts}>
            <strong>
              {text} {label}
            </strong>
            <dl>
              {parts.map((part) => (
                <div key={part.label}>
                  <dt>
                    {part.code ? <Link to={placeOf(part.code, of)}>{`${part.code} ${part.label}`}</Link> : part.label}
                  </dt>
                  <dd>{part.text}</dd>
                </div>
              ))}
            </dl>
          </div>
        </dialog>
      )}
    </>
  )
}
