import { Button } from '@mantine/core'
import { plural } from '#kernel/model/formats.ts'
import { notify } from '#kernel/web/notices.ts'
import { type Entry, outbox, wordsOfTrouble } from '#offline/web/index.ts'
import { useConfirm } from '#ui/frame/Confirm.tsx'
import { unitStatusLabels } from '../../model/entities.ts'
import { severityLabels } from '../../model/rules.ts'
import type { Visit } from '../../model/visitCalls.ts'
import { dependents, getServerChanges, resubmitted } from './rejections.ts'
import styles from './visit.module.css'

const names: Readonly<Record<string, string>> = {
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

function shown(name: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return '–'
  if (name === 'severity') return severityLabels[Number(value)] ?? ''
  if (name === 'statusId') return unitStatusLabels[Number(value)] ?? ''
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value)
}

/** Entries that the server rejected: why, your version and theirs side by side, and the decision. */
export function RejectedEntries({ base, entries }: { base: Visit; entries: readonly Entry[] }) {
  return entries
    .filter((entry) => entry.rejection)
    .map((entry) => <RejectedEntry key={entry.key} base={base} entry={entry} entries={entries} />)
}

function RejectedEntry({ base, entry, entries }: { base: Visit; entry: Entry; entries: readonly Entry[] }) {
  const confirm = useConfirm()
  const theirs = getServerChanges(base, entry)
  const failed = (error: unknown) => notify(wordsOfTrouble(error), { kind: 'warning' })
  const resubmit = () => void outbox.put(resubmitted(base, entry, entries)).catch(failed)
  const all = dependents(entry, entries)
  const discard = () =>
    void confirm({
      title: theirs ? 'Take theirs' : 'Discard',
      text:
        all.length > 1
          ? `${entry.label} and ${plural(all.length - 1, 'entry that depends', 'entries that depend')} on it will be discarded.`
          : `${entry.label} will be discarded.`,
      confirmLabel: theirs ? 'Take theirs' : 'Discard',
      action: () => outbox.drop(all),
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
  const fields = Object.keys(names).filter(
    (name) => name in mine && name in theirs && shown(name, mine[name]) !== shown(name, theirs[name]),
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
            <th scope="row">{names[name]}</th>
            <td>{shown(name, mine[name])}</td>
            <td>{shown(name, theirs[name])}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
