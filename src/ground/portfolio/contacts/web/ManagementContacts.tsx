import { useMemo } from 'react'
import type { Answer } from '#kernel/model/call.ts'
import { formatPhone } from '#kernel/model/formats.ts'
import { useCall } from '#kernel/web/queries.ts'
import { Screen } from '#ui/frame/Screen.tsx'
import { Tabs } from '#ui/frame/Tabs.tsx'
import { tabsOn } from '#ui/frame/tabsOn.ts'
import { useAddressed } from '#ui/frame/useAddressed.ts'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import { getByCompany, getDirectory, getMissing } from '../model/calls.ts'
import { contactColumns } from './columns.tsx'
import { typesLabel } from './words.ts'

const tabs = ['Company', 'Properties', 'Missing contacts'] as const

/** The contacts of the caller's companies and of their properties, with missing types. */
export default function ManagementContacts() {
  const [view, setView] = useAddressed('view', 'Company', tabs)
  return (
    <Screen title="Contacts">
      <Tabs label="Contacts" value={view} onChange={setView} tabs={tabs.map((label) => ({ label }))}>
        {view === 'Company' && <OfCompanies />}
        {view === 'Properties' && <Directory />}
        {view === 'Missing contacts' && <Missing />}
      </Tabs>
    </Screen>
  )
}

type CompanyContact = Answer<typeof getByCompany>[number]
const company = columns<CompanyContact>()
const companyColumns = [
  company.text('Management company', (line) => line.companyName, { width: 200 }),
  ...(contactColumns as ReturnType<typeof company.text>[]),
]

function OfCompanies() {
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
const person = columns<Person>()
const personColumns = [
  person.text('Contact', (line) => line.name, { width: 200 }),
  person.text('Types', (line) => typesLabel(line.contactTypeIds), { width: 190 }),
  person.text('Company', (line) => line.company, { width: 220, lesser: true }),
  person.text('Phone', (line) => formatPhone(line.phone), { width: 140 }),
  person.text('E-mail', (line) => line.email, { width: 250 }),
  person.number('Properties', (line) => line.properties, { width: 100 }),
  person.text(
    'Property',
    (line) => (line.properties === 1 ? line.propertyName : `${line.propertyName} and others`),
    {
      width: 260,
      lesser: true,
    },
  ),
  person.bool('Active', (line) => line.active),
]

function Directory() {
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

type Lack = Answer<typeof getMissing>[number]
const lack = columns<Lack>()

function Missing() {
  const rows = useCall(getMissing, {})
  const columns = useMemo(
    () => [
      lack.link(
        'Property',
        (line) => line.name,
        (line) => `/ChangeRequestContactListProperty/${line.propertyId}`,
        { width: 280 },
      ),
      lack.text('Missing', (line) => typesLabel(line.contactTypeIds), { width: 420 }),
      lack.text('Management company', (line) => line.companyName, { width: 260 }),
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
