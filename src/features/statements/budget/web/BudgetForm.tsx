import { type ReactNode, useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'
import type { FormProps } from '#engines/review/web/index.ts'
import {
  type AccountTarget,
  LastImported,
  type Mark,
  StatementFiles,
  useFigureImport,
} from '#engines/worksheet/web/index.ts'
import { formatDate } from '#kernel/model/dates.ts'
import { plural } from '#kernel/model/formats.ts'
import { formatMoney } from '#kernel/model/money.ts'
import { FieldRow, getField } from '#ui/form/Field.tsx'
import { useFormParts } from '#ui/form/formContext.ts'
import { getLineItems } from '#ui/form/LineItems.tsx'
import { Facts } from '#ui/frame/Facts.tsx'
import { DeskPage, SheetDesk } from '#ui/worksheet/desk/SheetDesk.tsx'
import { SheetFoot } from '#ui/worksheet/desk/SheetFoot.tsx'
import { usePart } from '#ui/worksheet/desk/usePart.ts'
import { getBudgetBook, getBudgetFileName } from '../model/book.ts'
import type { Detail } from '../model/budgets.ts'
import { files } from '../model/calls.ts'
import styles from './budget.module.css'
import { CopyLast } from './CopyLast.tsx'
import { FillFromLoansButton } from './FromLoans.tsx'
import type { BudgetValues } from './formLines.ts'
import { useFigures } from './Live.tsx'
import { RentQuestion } from './RentQuestion.tsx'
import { getBudgetMarks, Sheet, useTies } from './Sheet.tsx'

const LineItems = getLineItems<BudgetValues>()
const Field = getField<BudgetValues>()

const staffingColumns = [
  { name: 'title' },
  { name: 'hours', width: 110 },
  { name: 'salary', width: 140, total: true },
  { name: 'charged', width: 130 },
  { name: 'rentFreeUnit', width: 120 },
] as const
const blankPosition = { title: null, hours: 40, salary: null, charged: 100, rentFreeUnit: false }
const capitalPlanColumns = [
  { name: 'item' },
  { name: 'year', width: 120 },
  { name: 'cost', width: 150, total: true },
] as const

const formatDay = (day: string) => formatDate(day, 'MM/DD/YYYY')

/**
 * The form in which the company fills in a budget: worksheet, positions, planned work, and certification.
 */
export function BudgetForm(part: FormProps<Detail>) {
  const { detail, buttons, remove } = part
  const [partKey, goToPart] = usePart(keys, getPart)
  const [target, setTarget] = useState<AccountTarget>()
  const { untouched, marks, gaps } = useGaps(detail, goToPart, setTarget)
  const index = keys.indexOf(partKey)
  const [before, after] = [keys[index - 1], keys[index + 1]]
  return (
    <SheetDesk
      label="Parts of the budget"
      parts={parts.map((part) =>
        part.key === 'worksheet' && !untouched ? { ...part, open: marks.length } : part,
      )}
      at={partKey}
      onGo={goToPart}
      below={<div className={styles.below}>{remove}</div>}
      foot={
        <SheetFoot
          label="Figures of this budget"
          figures={useFigures(detail, untouched)}
          gaps={gaps}
          before={before ? () => goToPart(before) : undefined}
          after={after ? { go: () => goToPart(after) } : undefined}
          buttons={buttons}
        />
      }
    >
      {partKey === 'worksheet' ? (
        <Worksheet {...part} target={target} />
      ) : (
        <DeskPage>{renderPage(partKey, detail)}</DeskPage>
      )}
    </SheetDesk>
  )
}

/**
 * Returns what keeps a budget from being submitted, by kind. Each kind has a button that goes to the next
 * such point.
 */
function useGaps(
  detail: Detail,
  goToPart: (part: string) => void,
  setTarget: (target: AccountTarget) => void,
) {
  const { form } = useFormParts<BudgetValues>()
  const { rows, ties, untouched } = useTies(detail, 'write')
  const answer = useWatch({ control: form.control, name: 'rentIncreaseIncluded' })
  const marks = untouched ? [] : getBudgetMarks(rows, ties, detail)
  const turn = useRef(0)
  const getGap = (noun: string, marks: readonly Mark[]) => {
    const next = () => {
      const mark = marks[turn.current++ % marks.length]
      if (!mark) return
      goToPart('worksheet')
      setTarget({ code: mark.code, column: mark.column })
    }
    return marks.length === 0 ? [] : [{ words: plural(marks.length, noun, `${noun}s`), go: next }]
  }
  const isAsked = answer === null && !untouched && ties.some(({ id, agrees }) => id === 'BUD-T1' && !agrees)
  const gaps = [
    ...(isAsked ? [{ words: '1 answer', go: () => goToPart('certification') }] : []),
    ...getGap(
      'tie-out',
      marks.filter(({ isPrompt: asks }) => !asks),
    ),
    ...getGap(
      'note',
      marks.filter(({ isPrompt: asks }) => asks),
    ),
  ]
  return { untouched, marks, gaps }
}

const parts = [
  { key: 'worksheet', label: 'Worksheet' },
  { key: 'staffing', label: 'Staffing' },
  { key: 'capitalPlan', label: 'Capital plan' },
  { key: 'certification', label: 'Rents and certification' },
]
const keys = parts.map(({ key }) => key)

/** Returns the part that contains a field. */
function getPart(field: string): string {
  const [list] = field.split('.')
  if (list === 'lines') return 'worksheet'
  return list === 'staffing' || list === 'capitalPlan' ? list : 'certification'
}

function Worksheet({ target, ...part }: FormProps<Detail> & { target: AccountTarget | undefined }) {
  const { detail } = part
  const fileImport = useFigureImport(files, part, ({ budgetId }) => budgetId)
  return (
    <Sheet
      detail={detail}
      mode="write"
      target={target}
      tools={
        <>
          <CopyLast detail={detail} />
          <FillFromLoansButton detail={detail} />
          <StatementFiles
            names={['lines']}
            book={() => getBudgetBook(detail)}
            fileName={getBudgetFileName(detail)}
            figureImport={fileImport}
          />
          <LastImported taking={fileImport} />
        </>
      }
    />
  )
}

/** Renders a part of a budget that is not a worksheet. */
function renderPage(part: string, detail: Detail): ReactNode {
  if (part === 'staffing')
    return <LineItems name="staffing" columns={staffingColumns} blank={blankPosition} />
  if (part === 'capitalPlan')
    return (
      <LineItems
        name="capitalPlan"
        columns={capitalPlanColumns}
        blank={{ item: null, year: detail.budgetYear, cost: null }}
      />
    )
  return (
    <>
      <Facts facts={getFacts(detail)} line />
      <FieldRow>
        <Field name="months" width={180} help="Fewer than 12 in a first year: its last months." />
      </FieldRow>
      <RentQuestion detail={detail} />
      <Field name="comments" rows={3} />
      <Field name="certified" />
    </>
  )
}

const getFacts = (detail: Detail) => [
  {
    label: 'Fiscal year',
    value: `${detail.budgetYear}, ${formatDay(detail.from)} to ${formatDay(detail.through)}`,
  },
  { label: 'Units', value: detail.units },
  { label: 'Approved rents of the year', value: detail.rents === null ? '' : formatMoney(detail.rents) },
  {
    label: 'Prior actual',
    value: detail.prior
      ? `carried from the ${detail.prior.year} statement, ${detail.prior.requestNumber}`
      : 'typed: no statement was submitted here',
  },
  {
    label: 'Current budget',
    value: detail.last ? `carried from ${detail.last.requestNumber}` : 'typed: none was approved here',
  },
]
