import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { ManagementCompanyStatus } from '#core/platform/lookups/model/index.ts'
import { formatPhone } from '#kernel/model/formats.ts'
import { useCall } from '#kernel/web/queries.ts'
import { AgencyOnly } from '#ui/frame/AgencyOnly.tsx'
import { useMay } from '#ui/frame/hooks.ts'
import { Screen } from '#ui/frame/Screen.tsx'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import {
  type CompanyLine,
  getWithPropertyCount,
  managementCompanies,
  mergeCompanies,
} from '../model/calls.ts'
import { companyPath, quarterWords, statusTone, statusWords } from './words.ts'

const col = columns<CompanyLine>()
const getPath = (line: CompanyLine): string => companyPath(line.managementCompanyId)
const companyColumns = [
  col.link('Name', (line) => line.name, getPath, { width: 260 }),
  // Merged companies are found by their old names.
  col.text('Also known as', (line) => line.aliases.join(', '), { width: 140 }),
  col.text('Legal name', (line) => line.legalName, { lesser: true }),
  col.chip(
    'Status',
    (line) => statusWords(line.status),
    (line) => statusTone(line.status),
    { width: 160 },
  ),
  col.number('Properties', (line) => line.propertyCount, { total: true, width: 100 }),
  col.number('Units', (line) => line.unitCount, { total: true, width: 90 }),
  col.number('Users', (line) => line.userCount, { total: true, width: 80 }),
  col.text('City', (line) => line.city, { width: 140 }),
  col.text('State', (line) => line.state, { lesser: true }),
  col.text('ZIP code', (line) => line.zip, { lesser: true }),
  col.text('Phone', (line) => formatPhone(line.phone), { width: 140 }),
  col.text('E-mail', (line) => line.email, { lesser: true }),
  col.text('Default quarter', (line) => quarterWords(line.defaultQuarter), { lesser: true }),
  col.text('Merged into', (line) => line.aliasOfName, { lesser: true }),
]

const withStatus = (status: number) => (line: CompanyLine) => line.status === status
const tabs = [
  { label: 'All', match: () => true },
  ...[
    ManagementCompanyStatus.Active,
    ManagementCompanyStatus.UnderConsideration,
    ManagementCompanyStatus.Inactive,
  ].map((status) => ({ label: statusWords(status), match: withStatus(status) })),
]

/** The list of management companies with their counts of properties, units and users. */
export default function Companies() {
  const [merges, adds] = [useMay(mergeCompanies), useMay(managementCompanies.create)]
  return (
    <Screen
      title="Management companies"
      actions={
        <>
          {merges && (
            <Button component={Link} to="/companies/merge" variant="default">
              Merge companies
            </Button>
          )}
          {adds && (
            <Button component={Link} to="/company/true/0">
              New company
            </Button>
          )}
        </>
      }
    >
      <AgencyOnly>
        <List />
      </AgencyOnly>
    </Screen>
  )
}

function List() {
  return (
    <DataTable
      caption="Management companies"
      rows={useCall(getWithPropertyCount, {})}
      columns={companyColumns}
      rowKey={(line) => line.managementCompanyId}
      to={getPath}
      tabs={tabs}
      alphabet={(line) => line.name}
      csvName="management-companies"
      initialSort={{ sortBy: 'Name' }}
      empty="No management company yet."
    />
  )
}
