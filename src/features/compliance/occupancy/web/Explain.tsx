import { Link } from 'react-router'
import { formatOccupancy } from '#core/portfolio/occupancy/model/index.ts'
import { monthName } from '#kernel/model/dates.ts'
import { getMonthPath } from '../model/facts.ts'
import { computeOccupancyPercent, getOccupancyTotals } from '../model/rooms.ts'
import { CountCell } from './CountCell.tsx'
import { getFieldId } from './moves.ts'
import css from './occupancy.module.css'
import type { OwnField, SheetEntry, SheetStore } from './sheetStore.ts'

/** Returns a number with its ordinal ending: `4th`. */
function ordinal(count: number): string {
  const tens = count % 100
  const ending = tens > 10 && tens < 14 ? 'th' : (['th', 'st', 'nd', 'rd'][count % 10] ?? 'th')
  return `${count}${ending}`
}

type Props = { entry: SheetEntry; store: SheetStore; span: number }

/** The fields below a row under the threshold: why, steps taken, inquiries and applications (domain 17.2). */
export function Explain({ entry: { row, state }, store, span }: Props) {
  const percent = computeOccupancyPercent(getOccupancyTotals(row.rooms))
  const before = row.last && row.belowBefore > 0 ? row.last : null
  return (
    <tr className={css.explain}>
      <td colSpan={span}>
        <div className={css.explanation}>
          <p>
            <strong>
              {formatOccupancy(percent)} is below {row.explainBelow}%
              {row.belowBefore > 0 ? `, the ${ordinal(row.belowBefore + 1)} month` : ''}
            </strong>
            {before && (
              <Link to={getMonthPath(row.propertyId, before.projectOccupancyId)}>
                Its explanation of {monthName(before.periodDate)}
              </Link>
            )}
          </p>
          <TextField row={row} state={state} store={store} field="whyBelow" label="Why" />
          <TextField row={row} state={state} store={store} field="stepsTaken" label="Steps taken" />
          {(['inquiries', 'applications'] as const).map((field) => (
            <span key={field} className={css.labelled}>
              <span>{field === 'inquiries' ? 'Inquiries' : 'Applications'}</span>
              <CountCell
                at={{ propertyId: row.propertyId, room: null, column: field }}
                label={`${row.propertyName}, ${field}`}
                value={row[field]}
                fault={state.faults.find((fault) => fault.field === field)?.message}
                onType={row.canEdit ? (value) => store.typeOwn(row.propertyId, { [field]: value }) : null}
              />
            </span>
          ))}
          <span className={css.hint}>Move-outs and reasons come from the row.</span>
        </div>
      </td>
    </tr>
  )
}

/** The comment field below a row whose vacant units do not agree with last month. */
export function Comment({ entry: { row, state }, store, span }: Props) {
  const fault = state.faults.find((fault) => fault.field === 'comments')
  return (
    <tr className={css.explain} data-mild>
      <td colSpan={span}>
        <div className={css.explanation}>
          <p>{fault?.message ?? 'Vacant units do not follow from last month; the comment says why.'}</p>
          <TextField row={row} state={state} store={store} field="comments" label="Comment" />
        </div>
      </td>
    </tr>
  )
}

function TextField({
  row,
  state,
  store,
  field,
  label,
}: Pick<SheetEntry, 'row' | 'state'> & {
  store: SheetStore
  field: Exclude<OwnField, 'inquiries' | 'applications'>
  label: string
}) {
  const fault = state.faults.find((fault) => fault.field === field)?.message
  if (!row.canEdit)
    return (
      <span className={css.labelled} data-wide>
        <span>{label}</span>
        <span>{row[field] ?? '–'}</span>
      </span>
    )
  return (
    <label className={css.labelled} data-wide>
      <span>{label}</span>
      <input
        id={getFieldId(row.propertyId, field)}
        className={css.words}
        maxLength={2000}
        aria-invalid={fault ? true : undefined}
        title={fault}
        value={row[field] ?? ''}
        onChange={(event) => store.typeOwn(row.propertyId, { [field]: event.currentTarget.value || null })}
      />
    </label>
  )
}
