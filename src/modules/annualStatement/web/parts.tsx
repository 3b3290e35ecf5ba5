import type { ComponentType } from 'react'
import type { PartProps } from '#review/web/index.ts'
import type { Gap } from '../model/gaps.ts'
import { type Part, scheduleOf } from '../model/schedules/index.ts'
import type { Detail } from '../model/statements.ts'
import { Certifications } from './Certifications.tsx'
import { Figures } from './Figures.tsx'
import { Opinion } from './Opinion.tsx'

export type StatementPartProps = PartProps<Detail> & {
  readOnly: boolean
  gaps: readonly Gap[]
  onGo: (part: string) => void
}
/** A part of the statement: what stands in the address, what it is called, and its content or schedule; of another screen, its address. */
export type StatementPart = { key: string; label: string } & (
  | { Content: ComponentType<StatementPartProps> }
  | { schedule: Part }
  | { to: (afsId: number) => string }
)

const schedule = (part: Part): StatementPart => ({ key: part, label: scheduleOf(part).label, schedule: part })

/** The parts of a statement in the order of an audit. */
export const parts: readonly StatementPart[] = [
  { key: 'opinion', label: 'Opinion and auditor', Content: Opinion },
  {
    key: 'balanceSheet',
    label: 'Balance sheet',
    Content: ({ detail, readOnly }) => <Figures detail={detail} of="Balance sheet" readOnly={readOnly} />,
  },
  {
    key: 'incomeAndExpense',
    label: 'Income and expense',
    Content: ({ detail, readOnly }) => <Figures detail={detail} of="Income and expense" readOnly={readOnly} />,
  },
  schedule('cashFlows'),
  schedule('partnersEquity'),
  schedule('notesPayable'),
  schedule('relatedParties'),
  schedule('reserves'),
  schedule('fundsHeld'),
  schedule('taxCredits'),
  schedule('fixedAssets'),
  { key: 'surplusCash', label: 'Surplus cash', to: (afsId) => `/afs/review/surplus/${afsId}` },
  { key: 'certifications', label: 'Certifications', Content: Certifications },
]
