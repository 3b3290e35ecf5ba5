import { Button } from '@mantine/core'
import { formatDate, today } from '#kernel/model/dates.ts'
import { ask } from '#kernel/web/api.ts'
import { getField } from '#ui/form/Field.tsx'
import { RecordDialog } from '#ui/form/RecordDialog.tsx'
import { useConfirm } from '#ui/frame/Confirm.tsx'
import { Section } from '#ui/frame/Section.tsx'
import { findings as calls } from '../model/calls.ts'
import { AFSReportCardFinding } from '../model/entities.ts'
import { describeFindingCounts, type Finding } from '../model/findings.ts'
import type { CardView } from '../model/view.ts'
import styles from './reportCard.module.css'
import type { CardWriting } from './useCard.ts'

const schema = AFSReportCardFinding.row.pick({ kind: true, title: true, needs: true })

const Field = getField(schema)

const cureSchema = AFSReportCardFinding.row.pick({ curedOn: true, cureNote: true })

const CureField = getField(cureSchema)

const sources = { checklist: 'From the checklist', ratio: 'From the ratio', person: 'Added' } as const

type Props = { view: CardView; write: CardWriting['write'] }

/** Shows the card's findings. Each can be edited, dropped with a reason, or marked as cured. */
export function Findings({ view, write }: Props) {
  const { card, findings, open } = view
  const send = (item: Finding | null, values: object) =>
    write(() => {
      const id = item?.afsReportCardFindingId
      if (id) return ask(calls.update, { body: { afsReportCardFindingId: id, ...values } }, { quiet: true })
      const from = item ? { origin: item.origin, kind: item.kind } : { origin: null }
      return ask(
        calls.create,
        { body: { afsReportCardId: card.afsReportCardId, ...from, ...values } },
        { quiet: true },
      )
    })
  return (
    <Section
      id="findings"
      title="Findings"
      className={styles.findings}
      aside={
        <>
          <span className={styles.words}>{describeFindingCounts(findings)}</span>
          {open && <AddFinding send={send} />}
        </>
      }
    >
      {findings.length === 0 && <p>Nothing is found.</p>}
      <ol>
        {findings.map((finding) => (
          <Item
            key={`${finding.origin} ${finding.afsReportCardFindingId}`}
            one={finding}
            view={view}
            send={send}
          />
        ))}
      </ol>
    </Section>
  )
}

const Fields = () => (
  <>
    <Field
      name="kind"
      options={[
        { value: 'cure', label: 'To cure' },
        { value: 'observation', label: 'Observation' },
      ]}
    />
    <Field name="title" />
    <Field name="needs" />
  </>
)

/** Describes the state of a finding. */
function getState(item: Finding): string {
  if (item.droppedReason !== null) return `Dropped: ${item.droppedReason}`
  if (item.curedOn)
    return `Cured ${formatDate(item.curedOn, 'MM/DD/YYYY')}${item.cureNote ? `: ${item.cureNote}` : ''}`
  if (item.kind === 'observation') return 'Observation'
  return `To cure${item.cureBy ? ` by ${formatDate(item.cureBy, 'MM/DD/YYYY')}` : ''}`
}

/** Ends a text with a period if it has no end mark. */
const endWithPeriod = (text: string): string => (/[.!?]$/.test(text.trim()) ? text : `${text}.`)

type ItemProps = { one: Finding; view: CardView; send: (item: Finding, values: object) => Promise<void> }

function Item({ one, view: { open, mayCure }, send }: ItemProps) {
  const isDropped = one.droppedReason !== null
  return (
    <li className={styles.finding} data-kind={isDropped || one.curedOn ? 'settled' : one.kind}>
      <strong>{one.title}</strong>
      <p>
        {sources[one.source]}
        {one.edited && one.source !== 'person' ? ', edited' : ''}. {endWithPeriod(getState(one))} {one.needs}
      </p>
      <span className={styles.actions}>
        {open && (
          <RecordDialog
            button="Edit"
            of={one.title}
            title="Edit the finding"
            save="Save"
            schema={schema}
            values={one}
            send={(values) => send(one, values)}
            small
          >
            <Fields />
          </RecordDialog>
        )}
        {open && <DropButton one={one} send={send} />}
        {mayCure && one.kind === 'cure' && !isDropped && (
          <RecordDialog
            button={one.curedOn ? 'Change the cure' : 'Mark as cured'}
            of={one.title}
            title="How it was cured"
            save="Save"
            schema={cureSchema}
            values={{ curedOn: one.curedOn ?? today(), cureNote: one.cureNote }}
            send={(values) => send(one, values)}
            small
          >
            <CureField name="curedOn" />
            <CureField name="cureNote" />
          </RecordDialog>
        )}
      </span>
    </li>
  )
}

function DropButton({ one, send }: Pick<ItemProps, 'one' | 'send'>) {
  const confirm = useConfirm()
  if (one.droppedReason !== null)
    return (
      <Button
        size="compact-xs"
        variant="subtle"
        aria-label={`Keep ${one.title}`}
        onClick={() => void send(one, { droppedReason: null })}
      >
        Keep after all
      </Button>
    )
  const drop = () =>
    confirm({
      title: 'Drop this finding?',
      text: one.title,
      confirmLabel: 'Drop',
      danger: true,
      reason: { label: 'Reason', required: true, maxLength: 500 },
      action: (reason) => send(one, { droppedReason: reason }),
    })
  return (
    <Button
      size="compact-xs"
      variant="subtle"
      color="red"
      aria-label={`Drop ${one.title}`}
      onClick={() => void drop()}
    >
      Drop
    </Button>
  )
}

const AddFinding = ({ send }: { send: (item: null, values: object) => Promise<void> }) => (
  <RecordDialog
    button="Add"
    of="a finding"
    title="Add a finding"
    save="Add"
    schema={schema}
    values={{ kind: 'cure', title: '', needs: '' }}
    send={(values) => send(null, values)}
    small
  >
    <Fields />
  </RecordDialog>
)
