import { NativeSelect } from '@mantine/core'
import { useMemo, useState } from 'react'
import { getYearNumber, today } from '#kernel/model/dates.ts'
import { useCall } from '#kernel/web/queries.ts'
import { useMay } from '#ui/frame/hooks.ts'
import { Screen } from '#ui/frame/Screen.tsx'
import { useAddressValue } from '#ui/frame/useAddressed.ts'
import { getNumbers, getZipCityCountyPairs, importRecords } from '../model/calls.ts'
import { recordTypes } from '../model/entities.ts'
import { facts } from '../model/facts.ts'
import { buildImportContext } from '../model/importing.ts'
import { ImportFile } from './ImportFile.tsx'
import { ImportRows } from './ImportRows.tsx'
import styles from './program2013.module.css'
import { useImported } from './useImported.ts'

/**
 * The screen that imports 2013 records. It reads a file, checks each row, lets people correct rows in place,
 * and stores all rows or none.
 */
export default function Import() {
  const canImport = useMay(importRecords)
  return (
    <Screen title="Import" breadcrumbs={[{ label: '2013 records', to: facts.queue }]}>
      {canImport ? <ImportSteps /> : <p>You may read 2013 records, but not import them.</p>}
    </Screen>
  )
}

function ImportSteps() {
  const now = getYearNumber(today())
  const [year, setYear] = useAddressValue('year', String(now))
  const [type, setType] = useState('')
  const { imported: importedFile, setImported } = useImported()
  const years = Array.from({ length: 37 }, (_, index) => String(now + 1 - index))
  return (
    <>
      <div className={styles.choices}>
        <NativeSelect
          label="Year of the records"
          value={year}
          onChange={(event) => setYear(event.currentTarget.value)}
          data={years}
        />
        <NativeSelect
          label="Type of rows that name none"
          value={type}
          onChange={(event) => setType(event.currentTarget.value)}
          data={[{ value: '', label: 'None: each row names it' }, ...recordTypes]}
        />
      </div>
      {importedFile ? (
        <CheckedRows year={Number(year)} imported={importedFile} setImported={setImported} />
      ) : (
        <ImportFile type={type} onRead={setImported} />
      )}
    </>
  )
}

type CheckedProps = { year: number } & {
  imported: NonNullable<ReturnType<typeof useImported>['imported']>
  setImported: ReturnType<typeof useImported>['setImported']
}

function CheckedRows({ year, ...of }: CheckedProps) {
  const numbers = useCall(getNumbers, { params: { year } })
  const places = useCall(getZipCityCountyPairs, {})
  const importContext = useMemo(() => buildImportContext(numbers, places), [numbers, places])
  return <ImportRows year={year} known={importContext} {...of} />
}
