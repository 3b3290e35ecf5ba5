import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import { formatDate } from '#kernel/model/dates.ts'
import type { Fault } from '#kernel/model/refusals.ts'
import { followFault } from '#ui/form/ErrorSummary.tsx'
import { useFormParts } from '#ui/form/formContext.ts'
import type { ChecklistItem } from '../model/entities.ts'
import type { Detail } from '../model/increases.ts'
import {
  type Content,
  checkDates,
  checkNotice,
  checkRows,
  checkType,
  getEarliestDate,
  RENT_ROLL,
} from '../model/rules.ts'
import styles from './rents.module.css'

type CheckPoint = { name: string; fact: string; faults: readonly Fault[] }
const formatDay = (day: string | null) => formatDate(day, 'MM/DD/YYYY')

/**
 * Returns the points that the agency checks during its review, each with a link to the screen where the
 * company sees them.
 */
const getAgencyChecks = (
  propertyId: number,
): readonly { name: string; tick?: ChecklistItem; act: string; to: string }[] => [
  {
    name: 'Budget',
    tick: 'budgetApproved',
    act: 'See the budgets',
    to: `/budget/list/project/${propertyId}`,
  },
  {
    name: 'Annual statement',
    tick: 'afsReviewed',
    act: 'See the statements',
    to: `/afs/list/single/${propertyId}`,
  },
  { name: 'Nothing overdue', act: 'See what is due', to: `/todolist/property/${propertyId}` },
  {
    name: 'No open findings, reports current',
    act: 'See inspections',
    to: `/inspection/list/${propertyId}`,
  },
]

/** The requirements of a submission, with the faults that are left and links to their fields. */
export function SubmitChecklist({ detail, content }: { detail: Detail; content: Content }) {
  const earliest = getEarliestDate(detail)
  const documentFaults = checkNotice(content, detail)
  const isAboutRentRoll = ({ message }: Fault) => message.startsWith(RENT_ROLL)
  const points: CheckPoint[] = [
    {
      name: 'Within the window',
      fact: `${formatDay(detail.window.opens)} to ${formatDay(detail.window.closes)}; last increase ${formatDay(detail.lastIncrease) || 'unknown'}${earliest ? `, the next from ${formatDay(earliest)}` : ''}`,
      faults: checkDates(content, detail),
    },
    { name: 'Type', fact: 'Fits the property', faults: checkType(content, detail) },
    { name: 'Rents', fact: 'Every row within its cap and limit', faults: checkRows(content, detail) },
    { name: RENT_ROLL, fact: 'Attached', faults: documentFaults.filter(isAboutRentRoll) },
    {
      name: 'Tenant notice',
      fact: 'Given in time and attached',
      faults: documentFaults.filter((paper) => !isAboutRentRoll(paper)),
    },
  ]
  const open = points.filter(({ faults }) => faults.length > 0).length
  return (
    <section aria-label="Before you submit">
      <div className={styles.head}>
        <h2>Before you submit</h2>
        {open > 0 && <span className={styles.blocks}>{`${open} of ${points.length} missing`}</span>}
      </div>
      <ul className={styles.lines}>
        {points.map(({ name, fact, faults }) => (
          <li key={name} data-tone={faults.length > 0 ? 'red' : undefined}>
            <span aria-hidden>{faults.length > 0 ? '✗' : '✓'}</span>
            <strong>{name}</strong>
            <span className={faults.length > 0 ? styles.fault : undefined}>
              {faults.length > 0
                ? [...new Set(faults.map((fault) => fault.message))].slice(0, 3).join(' ')
                : fact}
            </span>
            <GoToFieldButton faults={faults} of={name} />
          </li>
        ))}
        <AgencyChecks detail={detail} />
      </ul>
    </section>
  )
}

/** The points that the agency checks during its review, with the portal's facts and links. */
function AgencyChecks({ detail: { propertyId, designations, known: facts } }: { detail: Detail }) {
  return (
    <>
      {designations !== null && (
        <li>
          <span aria-hidden>○</span>
          <strong>Average income</strong>
          <span className={styles.quiet}>Rents may not be above what their units are designated for.</span>
          <Anchor component={Link} to={`/EditProject/${propertyId}?tab=Average%20income`} size="sm">
            See the designations
          </Anchor>
        </li>
      )}
      {getAgencyChecks(propertyId).map(({ name, tick, act, to }) => {
        const fact = facts.find((item) => item.tick === tick)
        return (
          <li key={name}>
            <span aria-hidden>{fact?.value ? '✓' : '○'}</span>
            <strong>{name}</strong>
            <span className={styles.quiet}>
              {fact && `${fact.fact} `}
              {!fact?.value && 'The agency checks this during its review.'}
            </span>
            <Anchor component={Link} to={to} size="sm">
              {act}
            </Anchor>
          </li>
        )
      })}
    </>
  )
}

/** A button that moves to the field of the first fault. Nothing if no fault has a field on this screen. */
function GoToFieldButton({ faults, of }: { faults: readonly Fault[]; of: string }) {
  const parts = useFormParts()
  const field = faults.find((fault) => fault.field !== '' && fault.field !== 'lines')?.field
  if (!field) return null
  return (
    <Anchor
      component="button"
      type="button"
      size="sm"
      aria-label={`Enter it: ${of}`}
      onClick={() => followFault(parts, field)}
    >
      Enter it
    </Anchor>
  )
}
