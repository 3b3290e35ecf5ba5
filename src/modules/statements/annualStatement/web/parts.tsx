import type { ComponentType, ReactNode } from 'react'
import type { PartProps } from '#review/web/index.ts'
import type { Target } from '#statement/web/index.ts'
import { addressQuery } from '#ui/frame/address.ts'
import { type Later, later } from '#ui/frame/later.tsx'
import { DeskPage } from '#ui/worksheet/desk/SheetDesk.tsx'
import type { Gap } from '../model/gaps.ts'
import { getAnnualStatementSchedule, type Part } from '../model/schedules/index.ts'
import type { Detail } from '../model/statements.ts'
import { Figures } from './Figures.tsx'

export type StatementPartProps = PartProps<Detail> & {
  readOnly: boolean
  gaps: readonly Gap[]
  /** Import and export, for the head of a worksheet. */
  files: ReactNode
  onGo: (part: string, account?: string, column?: string) => void
  /** The account that is led to. */
  target?: Target | undefined
  /** Goes on to a gap in another part. */
  onNoProblem?: () => void
}
/**
 * A part of the statement: its key in the address, its label, and its content; for a part on another screen,
 * its address.
 */
export type StatementPart = { key: string; label: string } & (
  | { Content: ComponentType<StatementPartProps> & Partial<Later<StatementPartProps>> }
  | { to: (afsId: number) => string }
)

/** A part that is no worksheet scrolls within the desk. */
const onPage = (load: () => Promise<ComponentType<StatementPartProps>>) =>
  later<StatementPartProps>(async () => {
    const Part = await load()
    return (props) => (
      <DeskPage>
        <Part {...props} />
      </DeskPage>
    )
  })

const BalanceSheet = (part: StatementPartProps) => <Figures {...part} of="Balance sheet" />
const IncomeAndExpense = (part: StatementPartProps) => <Figures {...part} of="Income and expense" />

const schedule = (part: Part): StatementPart => {
  const Content = later<StatementPartProps>(async () => {
    const { SchedulePart } = await import('./schedules/SchedulePart.tsx')
    return ({ detail, readOnly, files }) => (
      <SchedulePart part={part} detail={detail} readOnly={readOnly} files={files} />
    )
  })
  return { key: part, label: getAnnualStatementSchedule(part).label, Content }
}

/**
 * The parts of a statement in the order of an audit; but for the worksheets they are fetched, at the latest
 * when gone to.
 */
export const parts: readonly StatementPart[] = [
  {
    key: 'opinion',
    label: 'Opinion and auditor',
    Content: onPage(async () => (await import('./Opinion.tsx')).Opinion),
  },
  { key: 'balanceSheet', label: 'Balance sheet', Content: BalanceSheet },
  { key: 'incomeAndExpense', label: 'Income and expense', Content: IncomeAndExpense },
  schedule('cashFlows'),
  schedule('partnersEquity'),
  schedule('notesPayable'),
  schedule('relatedParties'),
  schedule('reserves'),
  schedule('fundsHeld'),
  schedule('taxCredits'),
  schedule('fixedAssets'),
  schedule('restatements'),
  { key: 'surplusCash', label: 'Surplus cash', to: (afsId) => `/afs/review/surplus/${afsId}` },
  {
    key: 'certifications',
    label: 'Certifications',
    Content: onPage(async () => (await import('./Certifications.tsx')).Certifications),
  },
]

/** Fetches the part that the address names, while its statement is asked for. */
export function fetchNamedPart(): void {
  const partName = addressQuery().get('part')
  fetchPart(parts.find(({ key }) => key === partName) ?? parts[0]!)
}

/** Fetches the content of a part ahead. */
export const fetchPart = (part: StatementPart): unknown =>
  'Content' in part ? part.Content.fetch?.() : undefined
