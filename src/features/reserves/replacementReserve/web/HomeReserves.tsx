import { type ReactNode, useMemo } from 'react'
import { getReviewKey, openPath } from '#engines/review/model/index.ts'
import type { Answer } from '#kernel/model/call.ts'
import { formatNumber } from '#kernel/model/formats.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import { useCall } from '#kernel/web/queries.ts'
import { useHolds } from '#ui/frame/hooks.ts'
import { useNarrow } from '#ui/frame/useNarrow.ts'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import { getPropertyList } from '../model/calls.ts'
import { requests as declared, type RequestLine } from '../model/requests.ts'
import { filedColumns } from './columns.tsx'
import styles from './request.module.css'

type Property = Answer<typeof getPropertyList>[number]
const propertyCol = columns<Property>()
const propertyPath = (row: Property): string => `/ReplacementReserveList/${row.propertyId}`
const propertyColumns = [
  propertyCol.link('Property', (row) => row.name, propertyPath, { width: 280 }),
  propertyCol.text('Number', (row) => row.agencyNumber ?? row.lihtcNumber, { width: 120 }),
  propertyCol.text('City', (row) => row.city, { width: 150 }),
  propertyCol.number('Units', (row) => row.units, { total: true, width: 80 }),
  propertyCol.money('Reserve balance', (row) => row.balance, { total: true, width: 150 }),
  propertyCol.money('Per unit', (row) => row.perUnit, { width: 120 }),
  propertyCol.number('Open requests', (row) => row.openRequests, { total: true, width: 125 }),
]

/**
 * The part of a company’s start page about reserves: its requests with the agency, and the reserves of its
 * properties.
 */
export default function HomeReserves() {
  return useHolds('Replacement_Reserve', 'read') ? <Reserves /> : null
}

function Reserves() {
  const requests = useCall(declared.calls.list, { query: { open: true } })
  const properties = useCall(getPropertyList, {})
  const filedRequests = useMemo(
    () =>
      requests.filter(
        (line) => line.statusId >= RequestStatus.SUBMITTED && line.statusId <= RequestStatus.REVIEWED,
      ),
    [requests],
  )
  if (properties.length === 0 && requests.length === 0) return null
  return (
    <>
      <HomePart title="Reserve requests with the agency" count={filedRequests.length}>
        <DataTable
          caption="Requests with the agency"
          rows={filedRequests}
          columns={filedColumns}
          rowKey={getRowKey}
          to={(line) => openPath(declared, line)}
          plain
          height={400}
          empty="The agency has none of your requests to decide."
        />
      </HomePart>
      <HomePart title="Your properties and their reserves" count={properties.length}>
        <DataTable
          caption="Your properties"
          rows={properties}
          columns={propertyColumns}
          rowKey={(row) => row.propertyId}
          to={propertyPath}
          csvName="properties"
          height={520}
          empty="None of your properties has a replacement reserve."
        />
      </HomePart>
    </>
  )
}

/**
 * A list of the start page under its heading. On a phone it is collapsed, so that due items remain on top.
 */
function HomePart({ title, count, children }: { title: string; count: number; children: ReactNode }) {
  const narrow = useNarrow()
  if (!narrow)
    return (
      <>
        <h2>{title}</h2>
        {children}
      </>
    )
  return (
    <details className={styles.fold}>
      <summary>
        {title} ({formatNumber(count)})
      </summary>
      {children}
    </details>
  )
}

const getRowKey = (line: RequestLine): number => getReviewKey(declared.entity, line)
