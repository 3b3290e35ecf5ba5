import { Button, NativeSelect, Skeleton } from '@mantine/core'
import { Suspense, useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { getReviewKey, openPath } from '#engines/review/model/index.ts'
import { getYearNumber, today } from '#kernel/model/dates.ts'
import { useCall } from '#kernel/web/queries.ts'
import { useMay } from '#ui/frame/hooks.ts'
import { setRecordOrder } from '#ui/frame/recordOrder.ts'
import { Screen } from '#ui/frame/Screen.tsx'
import { DataTable } from '#ui/table/DataTable.tsx'
import { getList, importRecords } from '../model/calls.ts'
import { ALL_RECORDS, type ListFilters, NO_RECORD, parseFilters } from '../model/choice.ts'
import { recordTypes } from '../model/entities.ts'
import { facts } from '../model/facts.ts'
import { type RecordLine, records, statuses } from '../model/records.ts'
import { Candidates } from './Candidates.tsx'
import { listColumns } from './columns.tsx'
import styles from './program2013.module.css'

const FIRST_YEAR = 1990

/** Returns the filters of the address. A missing one means all. */
const useAddressedChoice = (): ListFilters => parseFilters(useParams())

const getListPath = ({ year, status, type }: ListFilters): string =>
  `${facts.queue}/${year}/${status}/${type}`

/**
 * Returns the latest filters and a function to change them. The select boxes show a change at once, before
 * the address and its rows follow.
 */
function useChoice(choice: ListFilters): [ListFilters, (change: Partial<ListFilters>) => void] {
  const navigate = useNavigate()
  const [latest, setLatest] = useState(choice)
  const [addressed, setAddressed] = useState(getListPath(choice))
  if (addressed !== getListPath(choice)) {
    setAddressed(getListPath(choice))
    setLatest(choice)
  }
  const choose = (change: Partial<ListFilters>) => {
    setLatest({ ...latest, ...change })
    void navigate(getListPath({ ...latest, ...change }), { replace: true })
  }
  return [latest, choose]
}

const parseType = (text: string) => recordTypes.find((recordType) => recordType.toLowerCase() === text)

/** The screen of the 2013 records by year, status and type, or of the properties that have none. */
export default function List() {
  const choice = useAddressedChoice()
  const [latest, choose] = useChoice(choice)
  const canImport = useMay(importRecords)
  return (
    <Screen
      title="2013 records"
      actions={
        canImport && (
          <Button component={Link} to="/2013/Import" variant="default" size="xs">
            Import…
          </Button>
        )
      }
    >
      <Filters choice={latest} choose={choose} enters={canImport} />
      <Suspense key={getListPath(choice)} fallback={<Skeleton height={240} aria-busy="true" />}>
        {choice.status === NO_RECORD ? (
          <Candidates year={Number(choice.year) || getYearNumber(today())} type={parseType(choice.type)} />
        ) : (
          <Records choice={choice} />
        )}
      </Suspense>
    </Screen>
  )
}

type ChoicesProps = { choice: ListFilters; choose: (change: Partial<ListFilters>) => void; enters: boolean }

function Filters({ choice, choose, enters }: ChoicesProps) {
  const now = getYearNumber(today())
  const years = Array.from({ length: now - FIRST_YEAR + 2 }, (_, index) => String(now + 1 - index))
  const statusOptions = statuses.map((status) => ({
    value: String(status),
    label: records.labelOf(status, null),
  }))
  return (
    <div className={styles.choices}>
      <NativeSelect
        size="xs"
        aria-label="Year"
        value={choice.year}
        onChange={(event) => choose({ year: event.currentTarget.value })}
        data={[{ value: ALL_RECORDS, label: 'All years' }, ...years]}
      />
      <NativeSelect
        size="xs"
        aria-label="Status"
        value={choice.status}
        onChange={(event) => choose({ status: event.currentTarget.value })}
        data={[
          { value: ALL_RECORDS, label: 'All statuses' },
          ...statusOptions,
          ...(enters ? [{ value: NO_RECORD, label: 'No record yet' }] : []),
        ]}
      />
      <NativeSelect
        size="xs"
        aria-label="Type"
        value={choice.type}
        onChange={(event) => choose({ type: event.currentTarget.value })}
        data={[
          { value: ALL_RECORDS, label: 'All types' },
          ...recordTypes.map((recordType) => ({ value: recordType.toLowerCase(), label: recordType })),
        ]}
      />
    </div>
  )
}

const getPath = (line: RecordLine) => openPath(records, line)

function Records({ choice: { year, status, type } }: { choice: ListFilters }) {
  const all = useCall(getList, { params: { year: Number(year) || 0 } })
  const rows = all.filter(
    (line) =>
      (status === ALL_RECORDS || String(line.statusId) === status) &&
      (type === ALL_RECORDS || line.recordType.toLowerCase() === type),
  )
  return (
    <DataTable
      caption="2013 records"
      rows={rows}
      columns={listColumns}
      rowKey={(line) => getReviewKey(records.entity, line)}
      to={getPath}
      alphabet={(line) => line.subject}
      csvName="2013-records"
      initialSort={{ sortBy: 'Property', descending: false }}
      onShown={(lines) =>
        setRecordOrder(
          lines.map((line) => ({ path: getPath(line), label: `${line.requestNumber} ${line.subject}` })),
        )
      }
      empty={
        all.length === 0
          ? 'No 2013 records of this year.'
          : 'No records with these choices; all years, statuses and types are one choice away.'
      }
    />
  )
}
