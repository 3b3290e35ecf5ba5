import { Button } from '@mantine/core'
import { requestStatusLabels } from '#kernel/model/status.ts'
import { notify } from '#kernel/web/notices.ts'
import { ActionBar } from '#ui/frame/ActionBar.tsx'
import { useConfirm } from '#ui/frame/Confirm.tsx'
import { Facts } from '#ui/frame/Facts.tsx'
import { PropertyBanner, PropertyFacts } from '#ui/frame/PropertyBanner.tsx'
import { EmptyState } from '#ui/frame/Screen.tsx'
import { Chip, StatusChip } from '#ui/frame/StatusChip.tsx'
import { StatusSteps, stepsAt } from '#ui/frame/StatusSteps.tsx'
import { Timeline, type TimelineEntry } from '#ui/frame/Timeline.tsx'
import { Gallery } from '../Gallery.tsx'
import styles from '../gallery.module.css'

const tones = ['gray', 'blue', 'green', 'yellow', 'red', 'violet'] as const
const statusSteps = ['Not submitted', 'Submitted', 'Under review', 'Reviewed', 'Approved']

/** Shows status chips and the progress of a request through its statuses. */
export function StatusSamples() {
  return (
    <Gallery title="Status" text="The color never says what the word does not.">
      <div className={styles.row}>
        {Object.entries(requestStatusLabels).map(([status, label]) => (
          <StatusChip key={status} status={Number(status)} label={label} />
        ))}
      </div>
      <div className={styles.row}>
        {tones.map((tone) => (
          <Chip key={tone} color={tone}>
            {tone}
          </Chip>
        ))}
      </div>
      <StatusSteps steps={stepsAt(statusSteps, 2)} label="A request under review" />
      <StatusSteps
        steps={stepsAt([...statusSteps.slice(0, 4), 'Denied'], 4, true)}
        label="A request that was denied"
      />
    </Gallery>
  )
}

const history: readonly TimelineEntry[] = [
  { id: 3, at: '2026-03-18T15:12:00Z', person: 'Agency Manager', action: 'Approved', color: 'green' },
  {
    id: 2,
    at: '2026-03-16T14:03:00Z',
    person: 'Agency Analyst',
    action: 'Returned for correction',
    reason: 'The invoice of item 2 is missing its second page.',
    color: 'red',
  },
  {
    id: 1,
    at: '2026-03-15T20:41:00Z',
    person: 'Company User',
    action: 'Item 2 changed',
    changes: [
      { field: 'Claimed amount', from: '$8,000.00', to: '$8,400.00' },
      { field: 'Location', from: null, to: 'Building 4' },
    ],
  },
]

/** Shows a record: the property it belongs to, its facts and its history. */
export function RecordSamples() {
  return (
    <Gallery
      title="A record"
      text="The property’s banner, facts in columns, what can be done next, and who did what."
    >
      <PropertyBanner
        name="Maple Grove Apartments"
        number="12-034"
        to="/GridSample"
        status="In extended use"
      />
      <PropertyFacts
        name="Maple Grove Apartments"
        number="12-034"
        detail="Columbia, Boone County"
        chips={[
          { label: 'LIHTC 9%', color: 'violet' },
          { label: 'Test Company One', to: '/GridSample' },
          { label: 'Watch list', color: 'red' },
        ]}
        editTo="/InputSamples"
      />
      <Facts
        facts={[
          { label: 'Request', value: 'R-141' },
          { label: 'Submitted', value: '03/15/2026' },
          { label: 'Reserve balance', value: '$62,400.00' },
          { label: 'Analyst', value: null },
          { label: 'Description', value: 'Roof over Building 4 and a water heater.', wide: true },
        ]}
      />
      <ActionBar
        actions={[
          {
            name: 'approve',
            label: 'Approve',
            confirm: 'The company is notified.',
            reason: 'optional',
            to: 5,
          },
          {
            name: 'deny',
            label: 'Deny',
            confirm: 'The company sees this reason.',
            reason: 'required',
            danger: true,
            to: 6,
          },
        ]}
        run={async (action) => notify(`${action.label}: done.`)}
      />
      <Timeline entries={history} />
      <EmptyState title="No letters yet" text="A letter is made when the request is decided." />
    </Gallery>
  )
}

/** Shows short messages and questions. */
export function MessageSamples() {
  const confirm = useConfirm()
  return (
    <Gallery
      title="Notices and questions"
      text="A notice stands for two and a half seconds, longer while it is read; a question returns the focus to where it was asked."
    >
      <div className={styles.row}>
        <Button variant="default" onClick={() => notify('Request submitted')}>
          Good news
        </Button>
        <Button variant="default" onClick={() => notify('This is close to the limit.', { kind: 'warning' })}>
          Warning
        </Button>
        <Button variant="default" onClick={() => notify('This could not be saved.', { kind: 'error' })}>
          Failure
        </Button>
        <Button
          onClick={() =>
            void confirm({
              title: 'Deny this request?',
              confirmLabel: 'Deny',
              danger: true,
              reason: { label: 'Reason', required: true, maxLength: 200 },
            }).then(({ confirmed, reason }) => notify(confirmed ? `Denied: ${reason}` : 'Nothing was done.'))
          }
        >
          Ask for a reason
        </Button>
        <Button
          variant="outline"
          color="red"
          onClick={() =>
            void confirm({
              title: 'Remove everything?',
              text: 'This cannot be undone.',
              typed: 'remove',
              danger: true,
            }).then(({ confirmed }) => notify(confirmed ? 'Removed.' : 'Nothing was done.'))
          }
        >
          Ask for a word
        </Button>
      </div>
    </Gallery>
  )
}
