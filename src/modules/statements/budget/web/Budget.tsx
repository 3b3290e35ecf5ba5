import { useLocation } from 'react-router'
import { useCall } from '#kernel/web/queries.ts'
import { useReadOnly } from '#kernel/web/readOnly.tsx'
import { FoundRecord, Record } from '#review/web/index.ts'
import { useNumericParams } from '#ui/frame/hooks.ts'
import { EmptyState, Screen } from '#ui/frame/Screen.tsx'
import { budgets } from '../model/budgets.ts'
import { getBudget } from '../model/calls.ts'
import { pages } from './pages.tsx'

/** The budget of a property and year: its worksheet while it is written, or to be reviewed and read. */
export default function BudgetOfYear() {
  const params = useNumericParams('projectId', 'budgetYear')
  // Submitting returns to the same address, so the key makes the screen find the budget that was new.
  const { key } = useLocation()
  return <Found key={key} propertyId={params.projectId} year={params.budgetYear} />
}

type Of = { propertyId: number; year: number }

function Found({ propertyId, year }: Of) {
  const call = useCall(budgets.calls.ofProperty, { params: { propertyId } })
  const budget = call.find((line) => line.budgetYear === year)
  if (budget)
    return <Record review={budgets} pages={pages} id={(budget as unknown as { budgetId: number }).budgetId} />
  return <New propertyId={propertyId} year={year} />
}

function New({ propertyId, year }: Of) {
  const readOnly = useReadOnly()
  const detail = useCall(getBudget, { params: { projectId: propertyId, year } })
  if (detail.canEdit && !readOnly) return <FoundRecord review={budgets} pages={pages} detail={detail} />
  return (
    <Screen
      title={`Budget ${year}`}
      of={detail.subject}
      breadcrumbs={[{ label: 'Budgets', to: `/budget/list/project/${propertyId}` }]}
    >
      <EmptyState title={`No ${year} budget was begun`} text="The management company begins it." />
    </Screen>
  )
}
