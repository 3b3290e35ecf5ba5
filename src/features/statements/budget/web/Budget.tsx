import { useLocation } from 'react-router'
import { FoundRecord, Record } from '#engines/review/web/index.ts'
import { useCall } from '#kernel/web/queries.ts'
import { useReadOnly } from '#kernel/web/readOnly.tsx'
import { useNumericParams } from '#ui/frame/hooks.ts'
import { EmptyState, Screen } from '#ui/frame/Screen.tsx'
import { budgets } from '../model/budgets.ts'
import { getBudget } from '../model/calls.ts'
import { pages } from './pages.tsx'

/** The screen of a property's budget for a year: its worksheet to fill in, review or read. */
export default function BudgetOfYear() {
  const params = useNumericParams('projectId', 'budgetYear')
  // Submitting returns to the same address. The key makes the screen load the budget that was new before.
  const { key } = useLocation()
  return <BudgetLoader key={key} propertyId={params.projectId} year={params.budgetYear} />
}

type PropertyYear = { propertyId: number; year: number }

function BudgetLoader({ propertyId, year }: PropertyYear) {
  const call = useCall(budgets.calls.ofProperty, { params: { propertyId } })
  const budget = call.find((line) => line.budgetYear === year)
  if (budget)
    return <Record review={budgets} pages={pages} id={(budget as unknown as { budgetId: number }).budgetId} />
  return <NewBudget propertyId={propertyId} year={year} />
}

function NewBudget({ propertyId, year }: PropertyYear) {
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
