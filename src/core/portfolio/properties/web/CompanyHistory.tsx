import { Alert, Button, Text } from '@mantine/core'
import { useMemo } from 'react'
import { z } from 'zod'
import { managementCompanies } from '#core/people/companies/model/index.ts'
import type { Answer } from '#kernel/model/call.ts'
import { formatDate, today } from '#kernel/model/dates.ts'
import { day, ref } from '#kernel/model/field.ts'
import { useCall } from '#kernel/web/queries.ts'
import { getField } from '#ui/form/Field.tsx'
import { useConfirm } from '#ui/frame/Confirm.tsx'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import {
  cancelPlannedChange,
  changeCompany,
  getCompanyHistory,
  getPlannedChange,
} from '../model/contentCalls.ts'
import { getCompanyOptions } from './companyOptions.ts'
import styles from './property.module.css'
import { RecordDialog } from './RecordDialog.tsx'
import { requireValue } from './required.ts'
import type { PropertyDetail } from './types.ts'
import { useWrite } from './useWrite.ts'

const col = columns<Answer<typeof getCompanyHistory>[number]>()
const historyColumns = [
  col.text('Management company', (line) => line.managementCompanyName, { width: 320 }),
  col.date('From', (line) => line.fromDate, { width: 120 }),
  col.date('To', (line) => line.toDate, { width: 120 }),
]

const schema = z.object({
  managementCompanyId: ref('Management company', 'ManagementCompany'),
  fromDate: requireValue(day('From')),
})

const Field = getField(schema)

/** The table of companies that have run a property, with the dialog to change the company. */
export function CompanyHistory({ detail, editable }: { detail: PropertyDetail; editable: boolean }) {
  const lines = useCall(getCompanyHistory, { params: { propertyId: detail.propertyId } })
  const planned = useCall(getPlannedChange, { params: { propertyId: detail.propertyId } })
  return (
    <div className={styles.panel}>
      {planned && <PlannedChangeNotice planned={planned} detail={detail} editable={editable} />}
      {editable && !planned && (
        <div>
          <ChangeCompany detail={detail} />
        </div>
      )}
      <DataTable
        caption="Management companies"
        rows={lines}
        columns={historyColumns}
        rowKey={(line) => line.managementCompanyProjectHistoryId}
        plain
        height="none"
        empty="No company has run this property."
      />
    </div>
  )
}

type PlannedProps = {
  planned: NonNullable<Answer<typeof getPlannedChange>>
  detail: PropertyDetail
  editable: boolean
}

/** The notice of a planned change of company, which writers can withdraw. */
function PlannedChangeNotice({ planned, detail, editable }: PlannedProps) {
  const write = useWrite()
  const confirm = useConfirm()
  const { propertyId, version } = detail
  const cancel = async () => {
    const dialog = { title: 'Withdraw the change of company?', confirmLabel: 'Withdraw', danger: true }
    if (!(await confirm(dialog)).confirmed) return
    await write(cancelPlannedChange, { body: { propertyId, version } }, 'The change is withdrawn.')
  }
  return (
    <Alert color="blue" title="A change of company is entered">
      {planned.managementCompanyName ?? 'The owner, without a company,'} runs the property from{' '}
      {formatDate(planned.fromDate, 'MM/DD/YYYY')} on.{' '}
      {editable && (
        <Button size="compact-xs" variant="default" onClick={() => void cancel()}>
          Withdraw
        </Button>
      )}
    </Alert>
  )
}

function ChangeCompany({ detail }: { detail: PropertyDetail }) {
  const write = useWrite()
  const companies = useCall(managementCompanies.getAll, {})
  const options = useMemo(() => getCompanyOptions(companies), [companies])
  const send = ({ managementCompanyId, fromDate }: z.infer<typeof schema>) => {
    const { propertyId, version } = detail
    const body = { propertyId, managementCompanyId, fromDate: fromDate ?? '', version }
    const isFuture = body.fromDate > today()
    return write(
      changeCompany,
      { body },
      isFuture ? 'The change is entered for its day.' : 'The company is changed.',
    )
  }
  return (
    <RecordDialog
      button="Change company"
      title="Change company"
      save="Change company"
      schema={schema}
      values={{ managementCompanyId: null, fromDate: today() }}
      send={send}
    >
      <Text c="dimmed" mb="md">
        {detail.managementCompanyName ?? 'No company'} runs the property now.
        {detail.managementCompanyName &&
          ' Its people can still read what they filed there, but can no longer file.'}
      </Text>
      <Field
        name="managementCompanyId"
        options={options}
        help="Empty: the owner runs the property without a company."
      />
      <Field
        name="fromDate"
        width={200}
        help="On a day ahead the change waits and takes effect as that day begins."
      />
    </RecordDialog>
  )
}
