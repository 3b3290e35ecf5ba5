import type { Answer } from '#kernel/model/call.ts'
import { useCall } from '#kernel/web/queries.ts'
import { Screen } from '#ui/frame/Screen.tsx'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import { getProjectEquityData } from '../model/calls.ts'
import { getEquityPath } from './display.ts'
import { EquityTabs } from './EquityFigures.tsx'

type Line = Answer<typeof getProjectEquityData>[number]
const col = columns<Line>()
const getPath = ({ propertyId }: Line): string => getEquityPath(propertyId)
const propertyColumns = [
  col.link('Property', (item) => item.propertyName, getPath, { width: 260 }),
  col.text('Number', (item) => item.agencyNumber, { width: 100 }),
  col.text('Newest year', (item) => item.year, { width: 95 }),
  col.money('Development cost', (item) => item.developmentCost, { width: 140, total: true }),
  col.money('Initial equity', (item) => item.initialEquity, { width: 135, total: true }),
  col.date('Closing report', (item) => item.closingReportDate, { width: 115, lesser: true }),
  col.date('Cut-off', (item) => item.cutoffDate, { width: 105, lesser: true }),
  col.money('Mortgages left', (item) => item.mortgageBalance, { width: 135, total: true }),
  col.money('Equity', (item) => item.equity, { width: 135, total: true }),
  col.text('Rate', (item) => (item.rate === null ? '' : `${item.rate}%`), { width: 65 }),
  col.money('Allowed a year', (item) => item.allowedDistribution, { width: 125, total: true }),
  col.number('Loans', (item) => item.loans, { width: 70 }),
]

/** The screen with the newest equity figure of each property. A row opens the property’s Equity tab. */
export default function PropertyList() {
  return (
    <Screen title="Equity by property">
      <EquityTabs />
      <DataTable
        caption="Equity by property"
        rows={useCall(getProjectEquityData, {})}
        columns={propertyColumns}
        rowKey={(item) => item.propertyId}
        to={getPath}
        alphabet={(item) => item.propertyName}
        csvName="equity-by-property"
        empty="No property has an equity figure yet. What a property begins with is set at the property, under Equity."
      />
    </Screen>
  )
}
