import { Alert } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatDate } from '#kernel/model/dates.ts'
import { formatFileSize, formatNumber, plural } from '#kernel/model/formats.ts'
import { useCall } from '#kernel/web/queries.ts'
import { type Fact, Facts } from '#ui/frame/Facts.tsx'
import type { ToneName } from '#ui/frame/palette.ts'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import { getHealth, type JobLine, type Health as State } from '../model/calls.ts'
import css from './health.module.css'

const formatMoment = (text: string | null): string => (text ? formatDate(text, 'MM/DD/YYYY h:mm A') : '')

const getMailFacts = ({ mail }: State): Fact[] => [
  { label: mail.delivers ? 'Waiting' : 'Waiting (no mail server)', value: formatNumber(mail.waiting) },
  { label: 'Of these refused so far', value: formatNumber(mail.failing) },
  { label: 'Oldest', value: formatMoment(mail.oldestWaiting) },
  { label: 'Given up', value: formatNumber(mail.notSent) },
  { label: 'Sent in the last day', value: formatNumber(mail.sentLastDay) },
]

const getStoreFacts = ({ store }: State): Fact[] =>
  store
    ? [
        { label: 'Contents', value: formatNumber(store.contents) },
        { label: 'Size', value: formatFileSize(store.bytes) },
        {
          label: 'No longer used',
          value: `${formatNumber(store.unreferenced)} (${formatFileSize(store.unreferencedBytes)})`,
        },
        { label: 'Removed last night', value: formatNumber(store.removed) },
        { label: 'Counted', value: formatMoment(store.countedAt) },
      ]
    : [{ label: 'Counted', value: 'Not yet; the next night counts.', wide: true }]

function describeReplica({ replica }: State): string {
  if (!replica) return 'The database itself'
  if (replica.lagSeconds === null) return 'The database itself: the replica does not answer'
  return replica.lagSeconds === 0
    ? 'The replica, which is up to date'
    : `The replica, ${replica.lagSeconds.toFixed(1)} s behind`
}

const getDatabaseFacts = (state: State): Fact[] => {
  const { database, backup } = state
  return [
    { label: 'PostgreSQL', value: database.version },
    { label: 'Size', value: formatFileSize(database.bytes) },
    { label: 'Connections', value: `${database.connections} of ${database.mostConnections}` },
    { label: 'Migrations', value: `${database.migrations}, last ${database.lastMigration}` },
    { label: 'Last migrated', value: formatMoment(database.lastMigrationAt) },
    { label: 'Last backup', value: backup ? formatMoment(backup.takenAt) : 'None yet' },
    { label: 'Reports read from', value: describeReplica(state) },
  ]
}

function getState({ failure, lastRun }: JobLine): { words: string; tone: ToneName } {
  if (failure) return { words: `Failed ${plural(failure.count, 'time', 'times')}`, tone: 'red' }
  return lastRun ? { words: 'Well', tone: 'green' } : { words: 'Not run yet', tone: 'gray' }
}

const col = columns<JobLine>()
const jobColumns = [
  col.text('Job', (job) => job.name, { width: 220 }),
  col.moment('Last run', (job) => job.lastRun, { width: 170 }),
  col.text('Took', (job) => (job.milliseconds === null ? '' : `${(job.milliseconds / 1000).toFixed(1)} s`), {
    width: 80,
  }),
  col.moment('Next due', (job) => job.nextDue, { width: 170 }),
  col.chip(
    'State',
    (job) => getState(job).words,
    (job) => getState(job).tone,
    { width: 140 },
  ),
  col.text('Last failure', (job) => job.failure && `${formatMoment(job.failure.at)}: ${job.failure.error}`, {
    wrap: true,
  }),
]

/**
 * Shows the state of the portal: failed jobs, damaged documents, missing holidays, mail queue, file store,
 * database and jobs.
 */
export function Health() {
  const state = useCall(getHealth, {})
  const failedJobs = state.jobs.filter((job) => job.failure)
  return (
    <>
      {failedJobs.length > 0 && (
        <Alert color="red" title="A job has failed">
          {failedJobs.map((job) => job.name).join(', ')}: it is tried again every few seconds. The log says
          more.
        </Alert>
      )}
      {state.store && state.store.damaged.length > 0 && (
        <Alert color="red" title="Documents are damaged">
          {state.store.damaged.join('; ')}: the store no longer holds what was uploaded. Restore them from a
          backup, or ask for them again.
        </Alert>
      )}
      {state.yearsWithoutHolidays.length > 0 && (
        <Alert
          color="yellow"
          title={`The holidays of ${state.yearsWithoutHolidays.join(' and ')} are missing`}
        >
          <Link to="/Configuration">Load them under Configuration, Holidays.</Link>
        </Alert>
      )}
      <div className={css.cards}>
        <Card title="Mail queue">
          <Facts facts={getMailFacts(state)} />
        </Card>
        <Card title="Documents">
          <Facts facts={getStoreFacts(state)} />
        </Card>
        <Card title="Database">
          <Facts facts={getDatabaseFacts(state)} />
        </Card>
      </div>
      <h2>Jobs</h2>
      <DataTable
        caption="Jobs"
        rows={state.jobs}
        columns={jobColumns}
        rowKey={(job) => job.name}
        plain
        height="none"
      />
    </>
  )
}

function Card({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={css.card}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}
