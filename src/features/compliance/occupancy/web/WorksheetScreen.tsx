import { Button, Group } from '@mantine/core'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { formatOccupancy } from '#core/portfolio/occupancy/model/index.ts'
import { addMonths, formatDate, getMonthStart, monthName, today } from '#kernel/model/dates.ts'
import { plural } from '#kernel/model/formats.ts'
import { useCall } from '#kernel/web/queries.ts'
import { useIsAgency } from '#ui/frame/hooks.ts'
import { Screen } from '#ui/frame/Screen.tsx'
import { Chip, statusTone } from '#ui/frame/StatusChip.tsx'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import { getByUserId, getWorksheet, type ListedProperty } from '../model/calls.ts'
import { getMonthListPath, getMonthPath } from '../model/facts.ts'
import { Worksheet } from './Worksheet.tsx'

/**
 * Returns the month of the query parameter `month`, by default the last one that is over, and a function that
 * moves by months.
 */
function useMonth() {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const monthText = search.get('month')
  const month =
    monthText && /^\d{4}-\d{2}-\d{2}$/.test(monthText)
      ? getMonthStart(monthText)
      : addMonths(getMonthStart(today()), -1)
  const go = (offset: number) => navigate(`?month=${addMonths(month, offset)}`)
  return { month, go }
}

function MonthButtons({ month, go }: ReturnType<typeof useMonth>) {
  return (
    <Group gap={4} data-noprint>
      <Button variant="default" aria-label="The month before" onClick={() => go(-1)}>
        ‹
      </Button>
      <span>{monthName(month)}</span>
      {addMonths(month, 1) <= today() && (
        <Button variant="default" aria-label="The month after" onClick={() => go(1)}>
          ›
        </Button>
      )}
    </Group>
  )
}

/**
 * The occupancy of a month: for companies the worksheet of a user's properties, for the agency a list of
 * them.
 */
export default function WorksheetScreen() {
  const { id } = useParams()
  const agency = useIsAgency()
  const months = useMonth()
  return agency ? (
    <AgencyMonth userId={Number(id)} {...months} />
  ) : (
    <CompanyMonth userId={Number(id)} {...months} />
  )
}

type Props = ReturnType<typeof useMonth> & { userId: number }

function CompanyMonth({ userId, month, go }: Props) {
  const sheet = useCall(getWorksheet, { params: { userId }, query: { month } })
  const company = sheet.rows[0]?.companyName
  return (
    <Screen
      title={`Occupancy, ${monthName(month)}`}
      chips={
        sheet.dueDate && (
          <Chip
            color={sheet.dueDate < sheet.today ? 'red' : 'yellow'}
          >{`Due ${formatDate(sheet.dueDate, 'MM/DD/YYYY')}`}</Chip>
        )
      }
      facts={[
        {
          label: 'Company',
          value: `${company ?? ''} · ${plural(sheet.rows.length, 'property', 'properties')}`,
          line: true,
        },
      ]}
      actions={<MonthButtons month={month} go={go} />}
    >
      <Worksheet key={month} sheet={sheet} />
    </Screen>
  )
}

const col = columns<ListedProperty>()
const getLinePath = (line: ListedProperty) =>
  line.projectOccupancyId ? getMonthPath(line.propertyId, line.projectOccupancyId) : getMonthListPath(line)
const monthColumns = [
  col.link('Property', (line) => line.propertyName, getLinePath, { width: 260 }),
  col.number('Units', (line) => line.units, { width: 75, total: true }),
  col.number('Vacant', (line) => line.vacantUnits, { width: 80, total: true }),
  col.number('Occupancy', (line) => line.occupancy, {
    width: 100,
    format: (points) => formatOccupancy(points ?? null),
  }),
  col.number('In', (line) => line.moveIns, { width: 65, total: true }),
  col.number('Out', (line) => line.moveOuts, { width: 65, total: true }),
  col.number('Waiting', (line) => line.waitingList, { width: 85, total: true }),
  col.chip(
    'Status',
    (line) => line.statusLabel,
    (line) => statusTone(line.statusId),
    { width: 170 },
  ),
  col.date('Due', (line) => line.dueDate, { width: 105 }),
  col.number('Months missing', (line) => line.missing || null, { width: 125, total: true }),
  col.text('Management company', (line) => line.companyName, { width: 240, lesser: true }),
]

function AgencyMonth({ userId, month, go }: Props) {
  const rows = useCall(getByUserId, { params: { userId }, query: { month } })
  return (
    <Screen title={`Occupancy, ${monthName(month)}`} actions={<MonthButtons month={month} go={go} />}>
      <DataTable
        caption={`Occupancy, ${monthName(month)}`}
        rows={rows}
        columns={monthColumns}
        rowKey={(line) => line.propertyId}
        to={getLinePath}
        csvName={`occupancy-${month.slice(0, 7)}`}
        alphabet={(line) => line.propertyName}
        empty={`No property reports occupancy for ${monthName(month)}.`}
      />
    </Screen>
  )
}
