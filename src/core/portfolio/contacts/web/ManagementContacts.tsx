import { useMemo } from 'react'
import type { Answer } from '#kernel/model/call.ts'
import { formatPhone } from '#kernel/model/formats.ts'
import { useCall } from '#kernel/web/queries.ts'
import { Screen } from '#ui/frame/Screen.tsx'
import { Tabs } from '#ui/frame/Tabs.tsx'
import { tabsOn } from '#ui/frame/tabsOn.ts'
import { useAddressValue } from '#ui/frame/useAddressed.ts'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import { getByCompany, getDirectory, getMissing } from '../model/calls.ts'
import { contactColumns } from './columns.tsx'
import { getTypesLabel } from './words.ts'

const tabs = ['Company', 'Properties', 'Missing contacts'] as const

/** The screen with the contacts of the caller's companies and properties, and with missing contact types. */
export default function ManagementContacts() {
  const [view, setView] = useAddressValue('view', 'Company', tabs)
  return (
    <Screen title="Contacts">
      <Tabs label="Contacts" value={view} onChange={setView} tabs={tabs.map((label) => ({ label }))}>
        {view === 'Company' && <CompanyContacts />}
        {view === 'Properties' && <PropertyContacts />}
        {view === 'Missing contacts' && <PropertiesMissingContacts />}
      </Tabs>
    </Screen>
  )
}

type CompanyContact = Answer<typeof getByCompany>[number]
const companyCol = columns<CompanyContact>()
const companyColumns = [
  companyCol.text('Management company', (line) => line.companyName, { width: 200 }),
  ...(contactColumns as ReturnType<typeof companyCol.text>[]),
]

function CompanyContacts() {
  const rows = useCall(getByCompany, { params: { managementCompanyId: 0 } })
  return (
    <>
      <DataTable
        caption="Contacts of the company"
        rows={rows}
        columns={companyColumns}
        rowKey={(line) => line.linkId}
        csvName="company-contacts"
        empty="The company names no contacts of its own yet."
      />
      {Object.values(tabsOn('contacts', { propertyId: null }))}
    </>
  )
}

type Person = Answer<typeof getDirectory>[number]
const personCol = columns<Person>()
const personColumns = [
  personCol.text('Contact', (line) => line.name, { width: 200 }),
  personCol.text('Types', (line) => getTypesLabel(line.contactTypeIds), { width: 190 }),
  personCol.text('Company', (line) => line.company, { width: 220, lesser: true }),
  personCol.text('Phone', (line) => formatPhone(line.phone), { width: 140 }),
  personCol.text('E-mail', (line) => line.email, { width: 250 }),
  personCol.number('Properties', (line) => line.properties, { width: 100 }),
  personCol.text(
    'Property',
    (line) => (line.properties === 1 ? line.propertyName : `${line.propertyName} and others`),
    {
      width: 260,
      lesser: true,
    },
  ),
  personCol.bool('Active', (line) => line.active),
]

function PropertyContacts() {
  return (
    <DataTable
      caption="Contacts of properties"
      rows={useCall(getDirectory, {})}
      columns={personColumns}
      rowKey={(line) => line.contactId}
      alphabet={(line) => line.name}
      csvName="contacts"
      empty="Nobody is named at a property that is open to you."
    />
  )
}

type MissingContacts = Answer<typeof getMissing>[number]
const missingCol = columns<MissingContacts>()

function PropertiesMissingContacts() {
  const rows = useCall(getMissing, {})
  const columns = useMemo(
    () => [
      missingCol.link(
        'Property',
        (line) => line.name,
        (line) => `/ChangeRequestContactListProperty/${line.propertyId}`,
        { width: 280 },
      ),
      missingCol.text('Missing', (line) => getTypesLabel(line.contactTypeIds), { width: 420 }),
      missingCol.text('Management company', (line) => line.companyName, { width: 260 }),
    ],
    [],
  )
  return (
    <DataTable
      caption="Properties without a contact of some type"
      rows={rows}
      columns={columns}
      rowKey={(line) => line.propertyId}
      to={(line) => `/ChangeRequestContactListProperty/${line.propertyId}`}
      alphabet={(line) => line.name}
      csvName="missing-contacts"
      empty="Every property has a contact of every type."
    />
  )
}
