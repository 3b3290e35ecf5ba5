import { type KeyboardEvent, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import type { PrintedFigure } from '#engines/worksheet/model/index.ts'
import { popupLook, usePopup } from '#ui/form/usePopup.ts'
import { LinkButton } from '#ui/frame/LinkButton.tsx'
import type { RatedRatio } from '../model/metrics.ts'
import styles from './reportCard.module.css'

/** The year and property of the statement that a figure belongs to. */
export type StatementPlace = { year: number; propertyId: number }

/** Returns the path of an account in the statement: balance sheet up to 3130, income and expense above. */
export const getReportCardPlace = (code: string, { year, propertyId }: StatementPlace): string =>
  `/afs/view/${year}/${propertyId}?part=${/^([12]|3130|2033)/.test(code) ? 'balanceSheet' : 'incomeAndExpense'}&account=${code}`

/** The time in milliseconds for the pointer to move from the figure to its popup. */
const CLOSE_DELAY = 250

/**
 * State of a popup that opens when its figure gets the focus or the pointer. Escape closes it and returns
 * the focus to the figure.
 */
function useHoverPopup() {
  const figure = useRef<HTMLButtonElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const { opened: isOpened, open, close, popupRef } = usePopup<HTMLDialogElement>(figure)
  useEffect(() => () => clearTimeout(timer.current), [])
  const onMouseEnter = () => {
    clearTimeout(timer.current)
    open()
  }
  const onMouseLeave = () => {
    timer.current = setTimeout(() => {
      const hasFocus = (box: HTMLElement | null) => box?.contains(document.activeElement) ?? false
      if (!hasFocus(popupRef.current) && !hasFocus(figure.current)) close()
    }, CLOSE_DELAY)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isOpened) return
    event.stopPropagation()
    if (popupRef.current?.contains(document.activeElement)) figure.current?.focus()
    close()
  }
  return { figure, popupRef, opened: isOpened, open, hovering: { onMouseEnter, onMouseLeave, onKeyDown } }
}

/**
 * The value of a ratio. Focus or the pointer shows its formula with figures; Enter moves into it, Escape
 * closes it.
 */
export function Formula({
  of,
  place,
  children,
}: {
  of: RatedRatio
  place: StatementPlace
  children: string
}) {
  const { figure, popupRef, opened: isOpened, open, hovering } = useHoverPopup()
  if (of.formula.length === 0) return children
  const text = `${children}: where ${of.name} comes from`
  return (
    <>
      <LinkButton
        ref={figure}
        computed
        aria-expanded={isOpened}
        aria-label={text}
        onFocus={open}
        onClick={() => (isOpened ? popupRef.current?.focus() : open())}
        {...hovering}
      >
        {children}
      </LinkButton>
      {isOpened && (
        <dialog
          ref={popupRef}
          popover="manual"
          tabIndex={-1}
          aria-label={text}
          className={popupLook}
          {...hovering}
        >
          <FormulaDetails of={of} place={place} />
        </dialog>
      )}
    </>
  )
}

/** Shows the formula, the parts of its sums, and a description of the ratio. */
function FormulaDetails({ of, place }: { of: RatedRatio; place: StatementPlace }) {
  const sums = of.formula.filter(
    (term): term is PrintedFigure => typeof term !== 'string' && term.parts.length > 0,
  )
  return (
    <div className={styles.parts}>
      <strong>
        {of.name} {of.text}
      </strong>
      <p>
        ={' '}
        {of.formula.map((term, index) =>
          typeof term === 'string' ? term : <Figure key={index} figure={term} place={place} />,
        )}
      </p>
      {sums.map((sum) => (
        <dl key={sum.label} aria-label={sum.label}>
          {sum.parts.map((part) => (
            <div key={part.label}>
              <dt>
                {part.code ? (
                  <Link to={getReportCardPlace(part.code, place)}>{`${part.code} ${part.label}`}</Link>
                ) : (
                  part.label
                )}
              </dt>
              <dd>{part.text}</dd>
            </div>
          ))}
          <div>
            <dt>{sum.label}</dt>
            <dd>{sum.text}</dd>
          </div>
        </dl>
      ))}
      <p>{of.words}.</p>
      <p>{of.measured.join('; ')}</p>
    </div>
  )
}

const Figure = ({
  figure: { text, label, code },
  place,
}: {
  figure: PrintedFigure
  place: StatementPlace
}) => (
  <>
    {code ? <Link to={getReportCardPlace(code, place)}>{text}</Link> : text} {label}
  </>
)
