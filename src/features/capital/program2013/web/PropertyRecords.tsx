import { NativeSelect } from '@mantine/core'
import { Link } from 'react-router'
import { RequirePropertyAccess } from '#core/portfolio/properties/web/index.ts'
import { getReviewKey, openPath } from '#engines/review/model/index.ts'
import { useCall } from '#kernel/web/queries.ts'
import { useNumericParams } from '#ui/frame/hooks.ts'
import { Screen } from '#ui/frame/Screen.tsx'
import { useAddressValue } from '#ui/frame/useAddressed.ts'
import { DataTable } from '#ui/table/DataTable.tsx'
import { getComparison } from '../model/calls.ts'
import { facts } from '../model/facts.ts'
import { type RecordLine, records } from '../model/records.ts'
import { Comparison } from './Comparison.tsx'
import { propertyColumns } from './columns.tsx'
import styles from './program2013.module.css'
import { getRecordPath } from './words.ts'

/** The screen of a property’s records, with one of them compared with the budget and statement of a year. */
export default function Records() {
  const { propertyId } = useNumericParams('propertyId')
  return (
    <RequirePropertyAccess propertyId={propertyId}>
      <PropertyRecords propertyId={propertyId} />
    </RequirePropertyAccess>
  )
}

function PropertyRecords({ propertyId }: { propertyId: number }) {
  const rows = useCall(records.calls.ofProperty, { params: { propertyId } })
  return (
    <Screen title="2013 records" breadcrumbs={[{ label: '2013 records', to: facts.queue }]}>
      <DataTable
        caption="2013 records"
        rows={rows}
        columns={propertyColumns}
        rowKey={(line) => getReviewKey(records.entity, line)}
        to={(line) => openPath(records, line)}
        height="none"
        plain
        empty="No 2013 record of this property can be read here yet."
      />
      {rows.length > 0 && <RecordComparison rows={rows} />}
    </Screen>
  )
}

const isDecided = (line: RecordLine) => line.decided !== null
const getName = (line: RecordLine) =>
  `${line.requestNumber}, ${line.recordType} ${line.year}, ${line.statusLabel}`

/** Compares the record that the address names, otherwise the newest approved one, otherwise the newest. */
function RecordComparison({ rows }: { rows: readonly RecordLine[] }) {
  const [selected, choose] = useAddressValue('record', '')
  const [year, chooseYear] = useAddressValue('books', '')
  const ids = rows.map((line) => getReviewKey(records.entity, line))
  const first = rows.find(isDecided) ?? rows[0]!
  const id = ids.includes(Number(selected)) ? Number(selected) : getReviewKey(records.entity, first)
  const compared = useCall(getComparison, { params: { id }, query: year ? { year: Number(year) } : {} })
  const options = rows.map((line, index) => ({ value: String(ids[index]), label: getName(line) }))
  return (
    <section aria-label="Compared with the books">
      <h2>Compared with the books</h2>
      <div className={styles.choices}>
        <NativeSelect
          label="Record"
          value={String(id)}
          onChange={(event) => choose(event.currentTarget.value)}
          data={options}
        />
        {compared.years.length > 0 && (
          <NativeSelect
            label="Books of"
            value={String(compared.year)}
            onChange={(event) => chooseYear(event.currentTarget.value)}
            data={compared.years.map(String)}
          />
        )}
        <Link to={getRecordPath(id)}>Open {compared.requestNumber}</Link>
      </div>
      <Comparison compared={compared} />
    </section>
  )
}
