import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { useCall } from '#kernel/web/queries.ts'
import { useIsAgency } from '#ui/frame/hooks.ts'
import { EmptyState, Screen } from '#ui/frame/Screen.tsx'
import { statusTone } from '#ui/frame/StatusChip.tsx'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import { getByUserId, type ListedProperty } from '../model/calls.ts'
import { getEmptyListHelp } from '../model/emptyListHelp.ts'
import { getPropertyCertificationsPath } from '../model/facts.ts'

const col = columns<ListedProperty>()
const getPath = (line: ListedProperty): string =>
  line.housingPriorityCertificationId === null
    ? getPropertyCertificationsPath(line.propertyId)
    : `/HousingPriorityCertification/edit/${line.housingPriorityCertificationId}`
const certificationColumns = [
  col.link('Property', (line) => line.propertyName, getPath, { width: 260 }),
  col.number('Units', (line) => line.units, { width: 75, total: true }),
  col.text('Year', (line) => String(line.year), { width: 75 }),
  col.date('Due', (line) => line.dueDate, { width: 105 }),
  col.chip(
    'Status',
    (line) => line.statusLabel,
    (line) => statusTone(line.statusId ?? 0),
    { width: 150 },
  ),
  col.text('Lead referral agency', (line) => line.lraName, { width: 220 }),
  col.date('Agreement ends', (line) => line.lraAgreementEnds, { width: 120 }),
  col.text('Management company', (line) => line.companyName, { width: 240, lesser: true }),
]

/** The list of the user's properties that certify their housing priority, each with the year due next. */
export function Properties() {
  return (
    <DataTable
      caption="Properties"
      rows={useCall(getByUserId, { params: { userId: 0 } })}
      columns={certificationColumns}
      rowKey={(line) => line.propertyId}
      to={getPath}
      csvName="housing-priority-properties"
      alphabet={(line) => line.propertyName}
      empty={<NoProperty />}
    />
  )
}

/** The empty list with the reason and a button: a property certifies once it has a schedule for it. */
function NoProperty() {
  const isAgency = useIsAgency()
  const help = getEmptyListHelp(isAgency)
  return (
    <EmptyState
      title="No property certifies its housing priority here."
      text={help.text}
      action={
        <Button component={Link} to={help.to} variant="default">
          {help.label}
        </Button>
      }
    />
  )
}

export default function ProjectList() {
  return (
    <Screen title="Housing priority certification">
      <Properties />
    </Screen>
  )
}
