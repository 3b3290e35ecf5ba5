import { Button } from '@mantine/core'
import { plural } from '#kernel/model/formats.ts'
import { notify } from '#kernel/web/notices.ts'
import { describeDeviceError, type Entry, outbox } from '#offline/web/index.ts'
import { useConfirm } from '#ui/frame/Confirm.tsx'
import { unitStatusLabels } from '../../model/entities.ts'
import { severityLabels } from '../../model/rules.ts'
import type { Visit } from '../../model/visitCalls.ts'
import { getDependentEntries, getServerChanges, prepareResend } from './rejections.ts'
import styles from './visit.module.css'

const fieldLabels: Readonly<Record<string, string>> = {
  description: 'Description',
  severity: 'Severity',
  location: 'Place',
  standardCode: 'Standard',
  bin: 'BIN',
  category8823: 'Line',
  statusId: 'State',
  note: 'Note',
  fileReviewed: 'File reviewed',
  score: 'Score',
  comments: 'Comments',
  visitedOn: 'Visited',
}

function formatValue(name: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return '–'
  if (name === 'severity') return severityLabels[Number(value)] ?? ''
  if (name === 'statusId') return unitStatusLabels[Number(value)] ?? ''
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value)
}

/**
 * The entries that the server rejected, each with the reason, a comparison of both versions, and the choice
 * between them.
 */
export function RejectedEntries({ base, entries }: { base: Visit; entries: readonly Entry[] }) {
  return entries
    .filter((entry) => entry.rejection)
    .map((entry) => <RejectedEntry key={entry.key} base={base} entry={entry} entries={entries} />)
}

function RejectedEntry({ base, entry, entries }: { base: Visit; entry: Entry; entries: readonly Entry[] }) {
  const confirm = useConfirm()
  const theirs = getServerChanges(base, entry)
  const notifyFailure = (error: unknown) => notify(describeDeviceError(error), { kind: 'warning' })
  const resubmit = () => void outbox.put(prepareResend(base, entry, entries)).catch(notifyFailure)
  const discardedEntries = getDependentEntries(entry, entries)
  const discard = () =>
    void confirm({
      title: theirs ? 'Take theirs' : 'Discard',
      text:
        discardedEntries.length > 1
          ? `${entry.label} and ${plural(discardedEntries.length - 1, 'entry that depends', 'entries that depend')} on it will be discarded.`
          : `${entry.label} will be discarded.`,
      confirmLabel: theirs ? 'Take theirs' : 'Discard',
      action: () => outbox.drop(discardedEntries),
    })
  return (
    <section aria-label={`Not accepted: ${entry.label}`} className={styles.rejected}>
      <b>{entry.label}</b>
      <p>{entry.rejection?.message}</p>
      {theirs && <Comparison mine={entry.body} theirs={theirs} />}
      <div className={styles.pair}>
        <Button variant="default" className={styles.big} onClick={discard}>
          {theirs ? 'Take theirs…' : 'Discard…'}
        </Button>
        <Button className={styles.big} onClick={resubmit}>
          {theirs ? 'Keep mine' : entry.rejection?.status === 404 ? 'Enter it again' : 'Send it again'}
        </Button>
      </div>
    </section>
  )
}

function Comparison({ mine, theirs }: { mine: Record<string, unknown>; theirs: Record<string, unknown> }) {
  const fields = Object.keys(fieldLabels).filter(
    (name) =>
      name in mine && name in theirs && formatValue(name, mine[name]) !== formatValue(name, theirs[name]),
  )
  return (
    <table className={styles.comparison}>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Yours</th>
          <th scope="col">Theirs</th>
        </tr>
      </thead>
      <tbody>
        {fields.map((name) => (
          <tr key={name}>
            <th scope="row">{fieldLabels[name]}</th>
            <td>{formatValue(name, mine[name])}</td>
            <td>{formatValue(name, theirs[name])}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
