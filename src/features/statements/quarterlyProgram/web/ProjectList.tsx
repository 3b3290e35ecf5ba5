import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import { useCall } from '#kernel/web/queries.ts'
import { useIsAgency } from '#ui/frame/hooks.ts'
import { Screen } from '#ui/frame/Screen.tsx'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import { getAdminList, getProjectList, type ProgramLine } from '../model/calls.ts'
import { facts, getMonthListPath } from '../model/facts.ts'
import { monthName } from '../model/periods.ts'

const col = columns<ProgramLine>()
const projectColumns = [
  col.link('Property', (line) => line.propertyName, getMonthListPath, { width: 260 }),
  col.chip(
    'Program',
    (line) => line.program,
    () => 'gray',
    { width: 90 },
  ),
  col.number('Units', (line) => line.units, { width: 75, total: true }),
  col.date('Reports from', (line) => line.beginsOn, { width: 110 }),
  col.date('Ended', (line) => line.endsOn, { width: 105 }),
  col.link(
    'Next month',
    (line) => line.nextMonth && monthName(line.nextMonth),
    (line) => line.nextMonth && `/TCAP/${line.propertyId}/${line.nextMonth}`,
    { width: 140 },
  ),
  col.date('Due', (line) => line.dueDate, { width: 105 }),
  col.number('Months missing', (line) => line.missing, { width: 115, total: true }),
]
const agencyColumns = [
  ...projectColumns,
  col.number('Quarters to review', (line) => line.toReview, { width: 130, total: true }),
  col.number('Deficient', (line) => line.deficient, { width: 95, total: true }),
  col.money('Fee held', (line) => line.feeTotal, { width: 120, total: true }),
  col.money('Released', (line) => line.released, { width: 120, total: true }),
  col.text('Management company', (line) => line.companyName, { width: 240, lesser: true }),
]

const ProgramTable = ({ rows, shown }: { rows: readonly ProgramLine[]; shown: typeof projectColumns }) => (
  <DataTable
    caption="Properties in the program"
    rows={rows}
    columns={shown}
    rowKey={(line) => line.tcapProgramId}
    to={getMonthListPath}
    csvName="tcap-properties"
    alphabet={(line) => line.propertyName}
    empty="No property is in the program. Open a property’s TCAP months to take it into the program."
  />
)

/** The user's properties that are or were in the program, each with its next month. */
export default function ProjectList() {
  return (
    <Screen title="TCAP properties">
      <ProgramTable rows={useCall(getProjectList, {})} shown={projectColumns} />
    </Screen>
  )
}

/**
 * The same list for the agency, with quarters to review and released fees. Other users see their own list.
 */
export const AdminList = () => (useIsAgency() ? <AgencyList /> : <ProjectList />)

function AgencyList() {
  return (
    <Screen
      title="TCAP properties"
      actions={
        <Anchor component={Link} to={facts.queue}>
          Quarters to review
        </Anchor>
      }
    >
      <ProgramTable rows={useCall(getAdminList, {})} shown={agencyColumns} />
    </Screen>
  )
}
