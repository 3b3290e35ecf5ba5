import type { ComponentType, ReactNode } from 'react'
import type { PartProps } from '#engines/review/web/index.ts'
import type { AccountTarget } from '#engines/worksheet/web/index.ts'
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
  /** The import and export buttons at the top of a worksheet. */
  files: ReactNode
  onGo: (part: string, account?: string, column?: string) => void
  /** The account to select. */
  target?: AccountTarget | undefined
  /** Opens a gap in another part. */
  onNoProblem?: () => void
}
/**
 * A part of the statement: its key in the address, its label, and its content or, if it is another screen,
 * that screen's path.
 */
export type StatementPart = { key: string; label: string } & (
  | { Content: ComponentType<StatementPartProps> & Partial<Later<StatementPartProps>> }
  | { to: (afsId: number) => string }
)

/** Loads a part that is not a worksheet, in a page that scrolls within the frame. */
const loadDeskPage = (load: () => Promise<ComponentType<StatementPartProps>>) =>
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

const getSchedulePart = (part: Part): StatementPart => {
  const Content = later<StatementPartProps>(async () => {
    const { SchedulePart } = await import('./schedules/SchedulePart.tsx')
    return ({ detail, readOnly, files }) => (
      <SchedulePart part={part} detail={detail} readOnly={readOnly} files={files} />
    )
  })
  return { key: part, label: getAnnualStatementSchedule(part).label, Content }
}

/**
 * The parts of a statement in the order of an audit. All but the two main worksheets are loaded when idle
 * or when first opened.
 */
export const parts: readonly StatementPart[] = [
  {
    key: 'opinion',
    label: 'Opinion and auditor',
    Content: loadDeskPage(async () => (await import('./Opinion.tsx')).Opinion),
  },
  { key: 'balanceSheet', label: 'Balance sheet', Content: BalanceSheet },
  { key: 'incomeAndExpense', label: 'Income and expense', Content: IncomeAndExpense },
  getSchedulePart('cashFlows'),
  getSchedulePart('partnersEquity'),
  getSchedulePart('notesPayable'),
  getSchedulePart('relatedParties'),
  getSchedulePart('reserves'),
  getSchedulePart('fundsHeld'),
  getSchedulePart('taxCredits'),
  getSchedulePart('fixedAssets'),
  getSchedulePart('restatements'),
  { key: 'surplusCash', label: 'Surplus cash', to: (afsId) => `/afs/review/surplus/${afsId}` },
  {
    key: 'certifications',
    label: 'Certifications',
    Content: loadDeskPage(async () => (await import('./Certifications.tsx')).Certifications),
  },
]

/** Loads the code of the part in the address while its statement is being loaded. */
export function preloadAddressedPart(): void {
  const partName = addressQuery().get('part')
  preloadPart(parts.find(({ key }) => key === partName) ?? parts[0]!)
}

/** Loads the code of a part in advance. */
export const preloadPart = (part: StatementPart): unknown =>
  'Content' in part ? part.Content.fetch?.() : undefined
