import { useMemo } from 'react'
import { plural } from '#kernel/model/formats.ts'
import { useCall } from '#kernel/web/queries.ts'
import { useIsAgency } from '#ui/frame/hooks.ts'
import { EmptyState } from '#ui/frame/Screen.tsx'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import { type AccessLine, accessReasons, getReach, rightLabel } from '../model/accessReasons.ts'
import css from './people.module.css'
import { describeStanding, getUserPath, usePeopleRights } from './words.ts'

const getLevel = (line: AccessLine) => (line.write ? 'Read and write' : 'Read')
const getSide = (line: AccessLine) =>
  line.companyName ?? (line.reason.startsWith('agency') ? 'The agency' : null)

const col = columns<AccessLine>()
const reachColumns = [
  col.link(
    'Person',
    (line) => line.name,
    (line) => getUserPath(line.userId),
    { width: 170 },
  ),
  col.text('May reach', (line) => rightLabel(line.right), { width: 170 }),
  col.chip('Rights', getLevel, (line) => (line.write ? 'blue' : 'gray'), { width: 130 }),
  col.text('Because', (line) => accessReasons[line.reason], { width: 330, wrap: true }),
  col.text('Company', getSide, { width: 190 }),
  col.text('Role', describeStanding, { width: 190 }),
  col.text('Given by', (line) => line.givenBy, { width: 150 }),
  col.moment('Given on', (line) => line.givenAt, { width: 160 }),
  col.text('User name', (line) => line.userName, { lesser: true }),
]

/**
 * The tab that lists who has access to a property, with which rights and why. The agency sees all people,
 * primary users only their own.
 */
export default function AccessReasons({ propertyId }: { propertyId: number }) {
  const { canRead: looks } = usePeopleRights()
  return looks ? (
    <List propertyId={propertyId} />
  ) : (
    <EmptyState
      title="Permissions are managed by your company’s primary user."
      text="Ask there, or at the agency, if you need to see or do more."
    />
  )
}

const createFilter = (
  label: string,
  rows: readonly AccessLine[],
  read: (line: AccessLine) => string | null,
) => ({
  label,
  values: [...new Set(rows.map((line) => read(line) ?? ''))]
    .filter(Boolean)
    .sort((a, b) => a.localeCompare(b)),
  match: (line: AccessLine, value: string) => read(line) === value,
})

function List({ propertyId }: { propertyId: number }) {
  const agency = useIsAgency(true)
  const rows = useCall(getReach, { params: { propertyId } })
  const filters = useMemo(
    () =>
      [
        createFilter('Company', rows, getSide),
        createFilter('May reach', rows, (line) => rightLabel(line.right)),
        createFilter('Rights', rows, getLevel),
      ].filter((filter) => filter.values.length > 1),
    [rows],
  )
  const people = new Set(rows.map((line) => line.userId)).size
  return (
    <>
      <DataTable
        caption="Who can reach this property, and why"
        rows={rows}
        columns={reachColumns}
        rowKey={(line) => `${line.userId} ${line.right} ${line.reason}`}
        filters={filters}
        csvName={`who-reaches-property-${propertyId}`}
        height={Math.min(560, 160 + rows.length * 34)}
        empty={
          <EmptyState
            title={
              agency ? 'No one can reach this property.' : 'No one in your company can reach this property.'
            }
            text="An administrator gives rights on the screen of a person, under Permissions."
          />
        }
      />
      {rows.length > 0 && (
        <p className={css.note}>
          {plural(people, 'person', 'people')} with an open account, a line for each reason. People of an
          earlier company go on reading what that company filed.
          {!agency && ' People of the agency and of others are not listed here.'}
        </p>
      )}
    </>
  )
}
