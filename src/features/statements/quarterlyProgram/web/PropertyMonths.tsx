import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { formatCoverage } from '#features/statements/budget/model/index.ts'
import type { Answer } from '#kernel/model/call.ts'
import { isFiled, RequestStatus } from '#kernel/model/status.ts'
import { useCall } from '#kernel/web/queries.ts'
import { useIsAgency, useMay, useNumericParams } from '#ui/frame/hooks.ts'
import { EmptyState, Screen } from '#ui/frame/Screen.tsx'
import { statusTone } from '#ui/frame/StatusChip.tsx'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import { programs as declared, getProgram } from '../model/calls.ts'
import { facts } from '../model/facts.ts'
import { getQuarterlyProgramMonths, monthName, type Quarter } from '../model/periods.ts'
import { type QuarterLine, quarters } from '../model/quarters.ts'
import { NewProgram, Programs } from './Programs.tsx'
import { formatPercent } from './words.ts'

type Overview = Answer<typeof getProgram>
type Month = Overview['months'][number]
type Line = Quarter & { propertyId: number; known: QuarterLine | undefined; months: readonly Month[] }

const col = columns<Line>()
const describeMonth = (month: Month | undefined) =>
  month
    ? `${monthName(month.periodDate).slice(0, 3)}: ${month.statusId === RequestStatus.SUBMITTED ? 'Submitted' : month.statusLabel}`
    : ''
const quarterColumns = [
  col.link(
    'Quarter',
    (line) => `${line.year} Q${line.quarter}`,
    (line) => `/TCAPAdmin/${line.propertyId}/${line.year}/${line.quarter}`,
    { width: 100 },
  ),
  col.chip(
    'Status',
    (line) => line.known?.statusLabel ?? 'Not Started',
    (line) => statusTone(line.known?.statusId ?? -1),
    { width: 150 },
  ),
  ...[0, 1, 2].map((index) =>
    col.link(
      ['First month', 'Second month', 'Third month'][index]!,
      (line) => describeMonth(getMonthAt(line, index)),
      (line) => getMonthAt(line, index) && `/TCAP/${line.propertyId}/${getMonthAt(line, index)?.periodDate}`,
      { width: 165 },
    ),
  ),
  col.text('Debt coverage', (line) => (line.known?.monthsIn ? formatCoverage(line.known.coverage) : ''), {
    width: 90,
  }),
  col.text('Occupancy', (line) => formatPercent(line.known?.occupancy ?? null), { width: 110 }),
  col.date('Decided', (line) => line.known?.decided, { width: 105 }),
]
const getMonthAt = (line: Line, index: number) =>
  line.months.find((month) => month.periodDate === getQuarterlyProgramMonths(line)[index])

/** Groups months by quarter, newest first. */
function getQuarters({ propertyId, months }: Overview, quarterLines: readonly QuarterLine[]): Line[] {
  const groups = Map.groupBy(months, ({ year, quarter }) => `${year} ${quarter}`)
  return [...groups.values()].map((quarterMonths) => {
    const { year, quarter } = quarterMonths[0]!
    const quarterLine = quarterLines.find((item) => item.year === year && item.quarter === quarter)
    return { propertyId, year, quarter, months: quarterMonths, known: quarterLine }
  })
}

/** One property in the program: its months by quarter, and the schedule by which its fee is released. */
export default function PropertyMonths() {
  const { id: propertyId } = useNumericParams('id')
  const agency = useIsAgency()
  const canAdminister = useMay(declared.create)
  const overview = useCall(getProgram, { params: { propertyId } })
  const call = useCall(quarters.calls.ofProperty, { params: { propertyId } })
  const { programs, months, propertyName, today } = overview
  const next = months.findLast((month) => !isFiled(month.statusId) && month.periodDate < today.slice(0, 7))
  const isInProgram = programs.some((program) => program.endsOn === null || program.endsOn >= today)
  return (
    <Screen
      title="TCAP months"
      of={propertyName}
      breadcrumbs={[{ label: 'TCAP properties', to: agency ? '/TCAPAdminList' : '/TCAPProjectList' }]}
      actions={
        <>
          {canAdminister && !isInProgram && <NewProgram propertyId={propertyId} />}
          {next && (
            <Button
              component={Link}
              to={facts.month.open
                .replace(':projectId', String(propertyId))
                .replace(':periodDate', next.periodDate)}
            >
              Open {monthName(next.periodDate)}
            </Button>
          )}
        </>
      }
    >
      {programs.length === 0 ? (
        <EmptyState title="Not in the program" text="The agency takes a property into TCAP or TCR." />
      ) : (
        <>
          <DataTable
            caption="Quarters"
            rows={getQuarters(overview, call)}
            columns={quarterColumns}
            rowKey={(line) => `${line.year} ${line.quarter}`}
            height="none"
            csvName="tcap-quarters"
          />
          <Programs programs={programs} administers={canAdminister} />
        </>
      )}
    </Screen>
  )
}
