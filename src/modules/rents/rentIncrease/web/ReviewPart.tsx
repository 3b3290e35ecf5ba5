import { Button } from '@mantine/core'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import type { PartProps } from '#review/web/index.ts'
import { Field, FieldRow } from '#ui/form/Field.tsx'
import { useFormParts } from '#ui/form/formContext.ts'
import { useKeys } from '#ui/frame/keys.ts'
import type { Detail } from '../model/increases.ts'
import { CashFlow } from './CashFlow.tsx'
import { Checklist } from './Checklist.tsx'
import { RollFindings } from './Papers.tsx'
import { RentCell } from './RentCell.tsx'
import { type RentLine, Rents } from './Rents.tsx'
import styles from './rents.module.css'
import { capFor, getRequestedRent, useReviewedLines } from './reviewLines.ts'
import { useMarket } from './useMarket.ts'

/** Which part of the screen each address of a review leads to. */
const parts: Readonly<Record<string, string>> = { ReviewTaxCredit: 'rents', ReviewCashFlow: 'cash-flow' }

/** Brings the part of the screen into view that the address names. */
export function usePartInView(): void {
  const { pathname } = useLocation()
  useEffect(() => {
    const part = parts[pathname.split('/')[2] ?? '']
    if (part) document.getElementById(part)?.scrollIntoView({ block: 'start' })
  }, [pathname])
}

/** The reviewer's part: rents row by row, the checklist, the cash flow, and what Schedule II adds. */
export function ReviewPart({ detail }: PartProps<Detail>) {
  const getMarket = useMarket(detail)
  const lines = useReviewedLines(detail, getMarket)
  usePartInView()
  return (
    <>
      <Rents
        lines={lines.map((line, index) => ({ ...line, ...typedCells(detail, line, index) }))}
        becoming="Approved"
        cap={capFor(detail)}
      >
        <AsAsked detail={detail} />
      </Rents>
      <Checklist detail={detail} />
      <CashFlow detail={detail} lines={lines} />
      <RollFindings detail={detail} />
      <FieldRow>
        <Field name="expiresOn" width={180} help="Empty: a year from the new rents on." />
        <Field name="conditions" rows={1} help="In Schedule II, for the company." />
        <Field name="comments" rows={1} help="For the agency alone." />
      </FieldRow>
    </>
  )
}

/** The cells of a row that the reviewer types into, and below it why it is lower than asked. */
function typedCells(
  { lines }: Detail,
  { row, becomes }: RentLine,
  index: number,
): Pick<RentLine, 'cells' | 'below'> {
  const requestedRent = getRequestedRent(lines[index]!)
  const cell = (name: string, label: string, more: object = {}) => (
    <RentCell path={`lines.${index}.${name}`} label={`${label}, ${row.label}`} {...more} />
  )
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

/** Approves every row as it was asked for. */
function AsAsked({ detail }: { detail: Detail }) {
  const { form } = useFormParts()
  const take = () => {
    for (const [index, line] of detail.lines.entries())
      form.setValue(`lines.${index}.approvedRent`, getRequestedRent(line), { shouldDirty: true })
  }
  useKeys('This record', [{ key: '=', label: 'Approve all rents as asked', run: take }])
  return (
    <>
      <span className={styles.quiet}>
        <kbd>↑</kbd> <kbd>↓</kbd> row <kbd>Tab</kbd> next
      </span>
      <Button size="compact-xs" variant="default" onClick={take}>
        All as asked <kbd>=</kbd>
      </Button>
    </>
  )
}
