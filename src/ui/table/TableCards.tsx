import { Fragment, memo, type RefObject, useMemo } from 'react'
import { Link } from 'react-router'
import styles from './cards.module.css'
import { type CardPlan, cardPlan, getCardFacts } from './cards.ts'
import type { Column } from './columns.tsx'
import type { TableGridProps } from './TableGrid.tsx'
import type { RowWindow } from './useWindow.ts'

type CardProps<Row> = {
  row: Row
  plan: CardPlan<Row>
  index: number
  /** The position among all matching rows, from 1, and their number. */
  place: number
  count: number
  to?: string
  selected?: boolean
  selectLabel?: string
  onSelect?: (row: Row, selected: boolean) => void
  measure?: (element: Element | null) => void
}

/** Shows the value of a column, with the label if the value alone is unclear. */
function Fact<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const isNamed = column.label !== '' && column.label !== column.text(row)
  return (
    <span>
      {isNamed && <span className={styles.label}>{column.label} </span>}
      {column.render(row)}
    </span>
  )
}

function Card<Row>({ row, plan, index, place, count, to, measure, ...select }: CardProps<Row>) {
  const { title, second, amount, state, controls } = plan
  const labels = title?.render(row)
  const facts = getCardFacts(plan, row)
  return (
    <li ref={measure} data-index={index} data-to={to} aria-posinset={place} aria-setsize={count}>
      <div className={styles.card} data-selected={select.selected || undefined}>
        <div className={styles.line}>
          {select.onSelect && (
            <label className={styles.select}>
              <input
                type="checkbox"
                aria-label={`Select ${select.selectLabel}`}
                checked={select.selected ?? false}
                onChange={(event) => select.onSelect?.(row, event.currentTarget.checked)}
              />
            </label>
          )}
          <strong className={styles.title}>
            {to && title?.kind !== 'link' ? <Link to={to}>{labels}</Link> : labels}
          </strong>
          {state?.render(row)}
        </div>
        {(second?.text(row) || amount?.text(row)) && (
          <div className={styles.line}>
            <span className={styles.second}>{second?.render(row)}</span>
            {amount?.text(row) && (
              <span className={styles.amount}>
                <span className={styles.label}>{amount.label} </span>
                {amount.render(row)}
              </span>
            )}
          </div>
        )}
        {facts.length > 0 && (
          <div className={styles.facts}>
            {facts.map((column) => (
              <Fact key={column.id} column={column} row={row} />
            ))}
          </div>
        )}
        {controls.map((column) => (
          <Fact key={column.id} column={column} row={row} />
        ))}
      </div>
    </li>
  )
}

/** A row as a card. It renders again only when its own props change. */
const TableCard = memo(Card) as typeof Card

const Gap = ({ height }: { height: number }) => (height > 0 ? <li aria-hidden style={{ height }} /> : null)

/** The rows as cards, for screens that are too narrow for columns. */
export function TableCards<Row>({
  body,
  view,
  rows,
  matching,
  columns,
  offset,
  rowKey,
  to,
  selection,
  ...props
}: Pick<
  TableGridProps<Row>,
  'caption' | 'matching' | 'columns' | 'offset' | 'rowKey' | 'to' | 'selection' | 'empty'
> & { body: RefObject<HTMLElement | null>; view: RowWindow; rows: readonly Row[] }) {
  const plan = useMemo(() => cardPlan(columns), [columns])
  const totals = columns.filter((column) => column.total)
  if (rows.length === 0) return props.empty
  return (
    <>
      <ul
        ref={body as RefObject<HTMLUListElement | null>}
        className={styles.cards}
        aria-label={props.caption}
      >
        {view.rows.map(({ index, gap }) => {
          const row = rows[index]
          if (row === undefined) return null
          return (
            <Fragment key={rowKey(row)}>
              <Gap height={gap} />
              <TableCard
                row={row}
                plan={plan}
                index={index}
                place={offset + index + 1}
                count={matching.length}
                to={to?.(row)}
                selected={selection?.has(row)}
                selectLabel={selection?.label(row)}
                onSelect={selection?.set}
                measure={view.measure}
              />
            </Fragment>
          )
        })}
        <Gap height={view.rest} />
      </ul>
      {totals.length > 0 && (
        <dl className={styles.totals}>
          {totals.map((column) => (
            <div key={column.id}>
              <dt>Total {column.label.toLowerCase()}</dt>
              <dd>{column.total?.(matching)}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  )
}
