import { Button } from '@mantine/core'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import type { PartProps, ReviewValues } from '#engines/review/web/index.ts'
import { FieldRow, getField } from '#ui/form/Field.tsx'
import { useFormParts } from '#ui/form/formContext.ts'
import { useKeys } from '#ui/frame/keys.ts'
import type { RentIncrease } from '../model/entities.ts'
import type { Detail } from '../model/increases.ts'
import { CashFlow } from './CashFlow.tsx'
import { Checklist } from './Checklist.tsx'
import { RentRollFaults } from './DocumentPlace.tsx'
import { RentCell } from './RentCell.tsx'
import { type RentLine, RentsTable } from './Rents.tsx'
import styles from './rents.module.css'
import type { ReviewRow, reviewLines } from './reviewLines.ts'
import { getCapOfRequest, getRequestedRent, useReviewedLines } from './reviewLines.ts'
import { useMarket } from './useMarket.ts'

const Field = getField<ReviewValues<typeof RentIncrease>>()

/** The id of the screen part that each address of a review scrolls to. */
const partIds: Readonly<Record<string, string>> = { ReviewTaxCredit: 'rents', ReviewCashFlow: 'cash-flow' }

/** Scrolls to the part of the screen that the address names. */
export function useScrollToPart(): void {
  const { pathname } = useLocation()
  useEffect(() => {
    const part = partIds[pathname.split('/')[2] ?? '']
    if (part) document.getElementById(part)?.scrollIntoView({ block: 'start' })
  }, [pathname])
}

/**
 * The reviewer's form: the approved rents, the checklist, the cash flow, and the expiry and conditions of
 * Schedule II.
 */
export function IncreaseReview({ detail }: PartProps<Detail>) {
  const getMarket = useMarket(detail)
  const lines = useReviewedLines(detail, getMarket)
  useScrollToPart()
  return (
    <>
      <RentsTable
        lines={lines.map((line, index) => ({ ...line, ...getReviewInputs(detail, line, index) }))}
        becoming="Approved"
        cap={getCapOfRequest(detail)}
      >
        <ApproveAllButton detail={detail} />
      </RentsTable>
      <Checklist detail={detail} />
      <CashFlow detail={detail} lines={lines} />
      <RentRollFaults detail={detail} />
      <FieldRow>
        <Field name="expiresOn" width={180} help="Empty: a year from the new rents on." />
        <Field name="conditions" rows={1} help="In Schedule II, for the company." />
        <Field name="comments" rows={1} help="For the agency alone." />
      </FieldRow>
    </>
  )
}

/**
 * Returns the inputs of a row for the reviewer, and below it the input for the reason if the approved rent
 * is lower than requested.
 */
function getReviewInputs(
  { lines }: Detail,
  { row, becomes }: RentLine,
  index: number,
): Pick<RentLine, 'cells' | 'below'> {
  const requestedRent = getRequestedRent(lines[index]!)
  const cell = (
    name: Exclude<keyof ReviewRow, 'roomRentIncreaseRequestId'>,
    label: string,
    more: object = {},
  ) => <RentCell path={`lines.${index}.${name}`} label={`${label}, ${row.label}`} {...more} />
  return {
    cells: {
      becomes: cell('approvedRent', 'Approved', { same: requestedRent }),
      income:
        row.limit === 'none' ? null : cell('medianPercent', 'Income limit, percent', { kind: 'number' }),
      allowance: cell('utilityAllowance', 'Utility allowance'),
    },
    below:
      requestedRent !== null && becomes !== null && becomes < requestedRent ? (
        <>
          <span className={styles.quiet}>Why lower than asked, in Schedule II: </span>
          {cell('lowerReason', 'Reason for a lower rent', { kind: 'text' })}
        </>
      ) : undefined,
  }
}

/** The button, also on the key `=`, that sets all approved rents to the requested ones. */
function ApproveAllButton({ detail }: { detail: Detail }) {
  const { form } = useFormParts<ReviewValues<typeof RentIncrease, typeof reviewLines>>()
  const approveAll = () => {
    for (const [index, line] of detail.lines.entries())
      form.setValue(`lines.${index}.approvedRent`, getRequestedRent(line), { shouldDirty: true })
  }
  useKeys('This record', [{ key: '=', label: 'Approve all rents as asked', run: approveAll }])
  return (
    <>
      <span className={styles.quiet}>
        <kbd>↑</kbd> <kbd>↓</kbd> row <kbd>Tab</kbd> next
      </span>
      <Button size="compact-xs" variant="default" onClick={approveAll}>
        All as asked <kbd>=</kbd>
      </Button>
    </>
  )
}
