import { Alert, Button } from '@mantine/core'
import { Link, useParams } from 'react-router'
import { getReviewKey, openPath } from '#engines/review/model/index.ts'
import { OfferButton } from '#engines/review/web/index.ts'
import type { Answer } from '#kernel/model/call.ts'
import { formatMoney } from '#kernel/model/money.ts'
import { useCall } from '#kernel/web/queries.ts'
import { Facts } from '#ui/frame/Facts.tsx'
import { Screen } from '#ui/frame/Screen.tsx'
import { DataTable } from '#ui/table/DataTable.tsx'
import { budgets } from '../model/budgets.ts'
import { getProjectHeader } from '../model/calls.ts'
import { Coverage } from './Coverage.tsx'
import { propertyColumns } from './columns.tsx'

/** The budgets of one property, facts about the next one, and debt coverage year by year. */
export default function PropertyBudgets() {
  const { projectId, id } = useParams()
  const propertyId = Number(projectId ?? id)
  const header = useCall(getProjectHeader, { params: { propertyId } })
  const call = useCall(budgets.calls.ofProperty, { params: { propertyId } })
  const { budgetYear, propertyName, allowed, reasons } = header
  const isBegun = call.some((line) => line.budgetYear === budgetYear)
  return (
    <Screen
      title="Budgets"
      of={propertyName}
      breadcrumbs={[{ label: 'Budgets', to: budgets.routes.queue }]}
      actions={
        (isBegun || allowed) && (
          <NextBudgetButton propertyId={propertyId} budgetYear={budgetYear} begun={isBegun} />
        )
      }
    >
      {reasons.length > 0 && !isBegun && (
        <Alert color="yellow" title="No budget can be filed here">
          {reasons.join(' ')}
        </Alert>
      )}
      <HeaderFacts header={header} />
      <DataTable
        caption="Budgets"
        rows={call}
        columns={propertyColumns}
        rowKey={(line) => getReviewKey(budgets.entity, line)}
        to={(line) => openPath(budgets, { ...line, propertyId })}
        height="none"
        csvName="budgets"
        empty="No budgets yet."
      />
      <Coverage lines={header.coverage} />
    </Screen>
  )
}

/** The button that opens the next budget, or begins it. */
function NextBudgetButton({
  propertyId,
  budgetYear,
  begun,
}: {
  propertyId: number
  budgetYear: number
  begun: boolean
}) {
  const open = (text: string) => (
    <Button component={Link} to={`/budget/view/${propertyId}/${budgetYear}`}>
      {text}
    </Button>
  )
  if (begun) return open(`Open the ${budgetYear} budget`)
  return (
    <OfferButton
      review={budgets}
      begun={{ propertyId, budgetYear }}
      refusedTitle={`No budget of ${budgetYear} can be begun now`}
    >
      {open(`Begin the ${budgetYear} budget`)}
    </OfferButton>
  )
}

const HeaderFacts = ({ header }: { header: Answer<typeof getProjectHeader> }) => (
  <Facts
    facts={[
      { label: 'Units', value: header.units },
      { label: 'Management company', value: header.companyName },
      {
        label: `Approved rents of ${header.budgetYear}`,
        value: header.approvedRents === null ? '' : formatMoney(header.approvedRents),
      },
      {
        label: `Reserve deposits required in ${header.budgetYear}`,
        value: formatMoney(header.requiredDeposits),
      },
    ]}
    line
  />
)
