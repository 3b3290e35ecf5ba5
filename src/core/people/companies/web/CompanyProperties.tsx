import { propertyStatusLabels } from '#core/platform/lookups/model/index.ts'
import { useCall } from '#kernel/web/queries.ts'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import { getCompanyProperties, getFormerProperties, type PropertyLine } from '../model/calls.ts'

const col = columns<PropertyLine>()
const getPath = (line: PropertyLine): string => `/EditProject/${line.propertyId}`
const currentColumns = [
  col.link('Property', (line) => line.propertyName, getPath, { width: 300 }),
  col.text('Number', (line) => line.agencyNumber, { width: 110 }),
  col.text('City', (line) => line.city, { width: 150 }),
  col.text('Status', (line) => propertyStatusLabels[line.status], { width: 150 }),
  col.number('Units', (line) => line.totalUnits, { total: true, width: 90 }),
  col.date('From', (line) => line.fromDate, { width: 110 }),
]
const formerColumns = [...currentColumns, col.date('To', (line) => line.toDate, { width: 110 })]

/** The company's current properties. */
export function PresentProperties({ companyId }: { companyId: number }) {
  return (
    <DataTable
      caption="Properties of the company"
      rows={useCall(getCompanyProperties, { params: { managementCompanyId: companyId } })}
      columns={currentColumns}
      rowKey={(line) => line.propertyId}
      to={getPath}
      height="none"
      csvName="company-properties"
      empty="The company runs no property now."
    />
  )
}

/** The company's former properties, with their dates. */
export function FormerProperties({ companyId }: { companyId: number }) {
  return (
    <DataTable
      caption="Former properties of the company"
      rows={useCall(getFormerProperties, { params: { managementCompanyId: companyId } })}
      columns={formerColumns}
      rowKey={(line) => `${line.propertyId} ${line.fromDate}`}
      to={getPath}
      height="none"
      csvName="company-former-properties"
      empty="The company has given up no property."
    />
  )
}
