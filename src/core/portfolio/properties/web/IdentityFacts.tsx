import { Link } from 'react-router'
import { formatDate } from '#kernel/model/dates.ts'
import { type Fact, Facts } from '#ui/frame/Facts.tsx'
import { Chip } from '#ui/frame/StatusChip.tsx'
import type { PropertyDetail } from './types.ts'
import { describeStatus, getPropertyPath, getStatusTone } from './words.ts'

type Resyndication = PropertyDetail['resyndications'][number]

const buildResyndicationFact = (item: Resyndication): Fact => ({
  label: item.direction === 'to' ? 'Resyndicated to' : 'Resyndicated from',
  value: (
    <>
      <Link to={getPropertyPath(item.propertyId)}>{item.propertyName}</Link>, {item.resyndicationType}
      {item.resyndicatedDate && `, ${formatDate(item.resyndicatedDate, 'MM/DD/YYYY')}`}
    </>
  ),
})

/** Facts that identify a property but are not its own fields. Other tabs change them. */
export function IdentityFacts({ detail }: { detail: PropertyDetail }) {
  return (
    <Facts
      facts={[
        {
          label: 'Status',
          value: (
            <Chip color={getStatusTone(detail.statusId)}>
              {describeStatus(detail.statusId, detail.decontrolStatus)}
            </Chip>
          ),
        },
        { label: 'Management company', value: detail.managementCompanyName },
        { label: 'LIHTC numbers', value: detail.lihtcNumbers.join(', ') },
        { label: 'Federal types', value: detail.federalTypes.map((type) => type.name).join(', ') },
        { label: 'Region', value: detail.regionName },
        ...detail.resyndications.map(buildResyndicationFact),
        { label: 'Source of record', value: detail.source, wide: true },
      ]}
    />
  )
}
