import { useMemo } from 'react'
import { Link } from 'react-router'
import { contactTypeLabels } from '#core/platform/lookups/model/index.ts'
import { formatDate } from '#kernel/model/dates.ts'
import { formatPhone } from '#kernel/model/formats.ts'
import { sumMoney } from '#kernel/model/money.ts'
import { useCall } from '#kernel/web/queries.ts'
import { Card } from '#ui/frame/Card.tsx'
import { Facts } from '#ui/frame/Facts.tsx'
import { IsolatedPart } from '#ui/frame/IsolatedPart.tsx'
import type { TimelineEntry } from '#ui/frame/Timeline.tsx'
import { type OwnTab, tabsOn } from '#ui/frame/tabsOn.ts'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import { type FiledStep, getFiledSteps, getHistory } from '../model/calls.ts'
import { getPropertyEntries } from './History.tsx'
import { NearbyCard } from './NearbyCard.tsx'
import styles from './Overview.module.css'
import { PropertyPhoto } from './Photo.tsx'
import type { PropertyDetail } from './types.ts'
import { getPropertyPath } from './words.ts'

declare module '#kernel/web/module.ts' {
  interface TabProps {
    /** The cards of a property's overview, which link to the full information. */
    propertyOverview: { propertyId: number }
  }
}

/** The maximum number of lines on a card. */
const MAX_LINES = 6
const MAX_LATEST = 8

/** The overview tab of a property. Each card loads and fails on its own. Modules declare further cards. */
export function Overview({ detail }: { detail: PropertyDetail }) {
  const { propertyId } = detail
  const units: OwnTab = { label: 'Units and rents', order: 40, content: <Units detail={detail} /> }
  const cards = tabsOn('propertyOverview', { propertyId }, [units])
  return (
    <div className={styles.overview}>
      <div className={styles.column}>
        {Object.entries(cards).map(([label, card]) => (
          <IsolatedPart key={label} what={label}>
            {card}
          </IsolatedPart>
        ))}
      </div>
      <div className={styles.column}>
        <IsolatedPart what="The photo">
          <PropertyPhoto propertyId={propertyId} name={detail.name} />
        </IsolatedPart>
        <IsolatedPart what="The map">
          <NearbyCard detail={detail} />
        </IsolatedPart>
        <KeyFacts detail={detail} />
        <Contacts detail={detail} />
        <IsolatedPart what="The latest changes">
          <LatestActivity detail={detail} />
        </IsolatedPart>
      </div>
    </div>
  )
}

const unit = columns<PropertyDetail['roomTypes'][number]>()
const unitColumns = [
  unit.text('Type', (type) => type.name, { width: 150 }),
  unit.number('Units', (type) => type.count, { width: 70 }),
  unit.number('Vacant', (type) => type.vacantCount, { width: 80 }),
  unit.money('Rent', (type) => type.rent, { width: 110 }),
  unit.money('Utilities', (type) => type.utilityAllowance, { width: 100 }),
  unit.money('Gross', (type) => (type.rent === null ? null : sumMoney([type.rent, type.utilityAllowance])), {
    width: 110,
  }),
]

function Units({ detail: { propertyId, roomTypes, totalUnits } }: { detail: PropertyDetail }) {
  return (
    <Card
      title="Units and rents"
      count={totalUnits ?? 0}
      all={{ label: 'All rents', to: getPropertyPath(propertyId, 'Units and rents') }}
      empty={roomTypes.length === 0 && 'No unit types yet.'}
    >
      <DataTable
        caption="Units and rents in force"
        rows={roomTypes}
        columns={unitColumns}
        rowKey={(type) => type.projectRoomTypeId}
        plain
        height="none"
      />
    </Card>
  )
}

const formatDay = (day: string | null): string => (day ? formatDate(day, 'MM/DD/YYYY') : '')

function KeyFacts({ detail }: { detail: PropertyDetail }) {
  return (
    <div className={styles.facts}>
      <Facts
        facts={[
          { label: 'Low-income units', value: `${detail.lowIncomeUnits ?? 0} of ${detail.totalUnits ?? 0}` },
          { label: 'Program', value: detail.federalTypes.map((type) => type.name).join(', ') },
          { label: 'Placed in service', value: formatDay(detail.serviceDate) },
          { label: 'Extended use ends', value: formatDay(detail.extendedUseDate) },
        ]}
      />
    </div>
  )
}

function Contacts({ detail: { propertyId, contacts } }: { detail: PropertyDetail }) {
  return (
    <Card
      title="Contacts"
      count={contacts.length}
      all={{ label: 'All contacts', to: getPropertyPath(propertyId, 'People') }}
      empty={contacts.length === 0 && 'No contacts yet.'}
    >
      <ul className={styles.lines}>
        {contacts.slice(0, MAX_LINES).map((contact) => (
          <li key={contact.propertyContactId}>
            <span>
              <strong>{contact.name}</strong> {contactTypeLabels[contact.contactTypeId]}
            </span>
            {contact.phone && <a href={`tel:${contact.phone}`}>{formatPhone(contact.phone)}</a>}
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** An event of the latest activity. A step of a filed record has the record's number and screen. */
type ActivityEntry = TimelineEntry & { number?: string; to?: string }

/** Combines changes of the property with steps of records filed there, newest first. */
const combineActivity = (changes: readonly TimelineEntry[], steps: readonly FiledStep[]): ActivityEntry[] =>
  [
    ...changes,
    ...steps.map(({ at, number, to, done, userName }) => ({
      id: `${number} ${at}`,
      at,
      number,
      to,
      action: done,
      person: userName ?? 'The portal',
    })),
  ].sort((item, other) => other.at.localeCompare(item.at))

/** Combines consecutive equal actions of the same person on one day into one entry with a count. */
function combineRepeated(entries: readonly ActivityEntry[]): (ActivityEntry & { times: number })[] {
  const grouped: (ActivityEntry & { times: number })[] = []
  for (const entry of entries) {
    const last = grouped.at(-1)
    const alike =
      last?.action === entry.action &&
      last.number === entry.number &&
      last.person === entry.person &&
      getDay(last) === getDay(entry)
    if (last && alike) last.times++
    else grouped.push({ ...entry, times: 1 })
  }
  return grouped
}
const getDay = ({ at }: TimelineEntry): string => formatDate(at, 'MM/DD/YYYY')

function LatestActivity({ detail }: { detail: PropertyDetail }) {
  const { propertyId } = detail
  const lines = useCall(getHistory, { params: { propertyId } })
  const steps = useCall(getFiledSteps, { params: { propertyId } })
  const entries = useMemo(
    () => combineRepeated(combineActivity(getPropertyEntries(lines, detail), steps)).slice(0, MAX_LATEST),
    [lines, steps, detail],
  )
  return (
    <Card
      title="Latest"
      all={{ label: 'Everything that happened', to: `/PropertyTimeline/${propertyId}` }}
      empty={entries.length === 0 && 'Nothing has happened yet.'}
    >
      <ul className={styles.lines}>
        {entries.map((entry) => (
          <li key={entry.id}>
            <time dateTime={entry.at}>{getDay(entry)}</time>
            <span>
              {entry.to && (
                <>
                  <Link to={entry.to}>{entry.number}</Link>:{' '}
                </>
              )}
              {entry.action}
              {entry.times > 1 && ` (${entry.times})`}, {entry.person}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
