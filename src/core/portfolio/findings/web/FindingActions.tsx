import { Button, Menu } from '@mantine/core'
import { z } from 'zod'
import { day, longText } from '#kernel/model/field.ts'
import { getField } from '#ui/form/Field.tsx'
import { RecordDialog } from '#ui/form/RecordDialog.tsx'
import { useConfirm } from '#ui/frame/Confirm.tsx'
import { useMay } from '#ui/frame/hooks.ts'
import {
  askAgain,
  closeFindingCall,
  endWaiver,
  extend,
  type FindingDetail,
  remind,
  removeFinding,
  reopen,
  waive,
} from '../model/calls.ts'
import { FindingStatus, isOpenFinding } from '../model/entities.ts'
import { getExtensionFault, mayTakeStep } from '../model/rules.ts'
import { useWrite } from './useWrite.ts'

const Field = getField<{ until: string | null; reason: string }>()

type FindingProps = { finding: FindingDetail }

/** The buttons for the agency's actions on a finding. */
export function FindingActions({ finding }: FindingProps) {
  const write = useWrite({ quiet: false })
  const open = isOpenFinding(finding)
  const remindNow = () =>
    void write(remind, { body: { ids: [finding.nonComplianceId] } }, 'The reminder is on its way.').catch(
      () => undefined,
    )
  return (
    <>
      {mayTakeStep('askAgain', finding.statusId) && <ReasonButton finding={finding} act="askAgain" />}
      {finding.statusId === FindingStatus.OPEN && finding.visibleToCompany && (
        <Button variant="default" onClick={remindNow}>
          Remind
        </Button>
      )}
      {open && <ExtendDialog finding={finding} />}
      {open && <MoreActions finding={finding} />}
      {mayTakeStep('reopen', finding.statusId) && <ReasonButton finding={finding} act="reopen" />}
      {open && finding.openerFault === null && <ReasonButton finding={finding} act="close" />}
    </>
  )
}

/** The actions that only ask for a reason: their labels, dialog texts, calls and success messages. */
const acts = {
  askAgain: {
    label: 'Ask again…',
    call: askAgain,
    title: 'The answer is not enough',
    reason: 'What is still to be done',
    done: 'It waits for the company again.',
  },
  reopen: {
    label: 'Reopen…',
    call: reopen,
    title: 'Open it again',
    reason: 'Reason',
    done: 'The finding is open again.',
  },
  close: {
    label: 'Verify and close…',
    call: closeFindingCall,
    title: 'Verified and closed',
    reason: 'How it was verified',
    done: 'The finding is closed.',
  },
  remove: {
    label: 'Remove…',
    call: removeFinding,
    title: 'Opened in error',
    reason: 'Reason',
    done: 'The finding is removed; the history keeps it.',
  },
  endWaiver: {
    label: 'End the waiver…',
    call: endWaiver,
    title: 'End the waiver',
    reason: 'Reason',
    done: 'The finding counts again.',
  },
} as const
type ReasonedAction = keyof typeof acts

/** Returns a function that asks for a reason and then takes the step. The dialog shows a refusal. */
function useReasonedAction({ finding }: FindingProps) {
  const write = useWrite()
  const confirm = useConfirm()
  return (act: ReasonedAction) => {
    const { call, title, reason: label, done: successText } = acts[act]
    const { nonComplianceId: id, version } = finding
    void confirm({
      title,
      confirmLabel: acts[act].label.replace('…', ''),
      danger: act === 'remove',
      reason: { label, required: true },
      action: (text) =>
        write(
          call,
          {
            params: { id },
            body: { ...(act === 'close' ? { note: text } : { reason: text }), version },
          } as never,
          successText,
        ),
    })
  }
}

/** A button for an action that asks for a reason. */
function ReasonButton({ finding, act }: FindingProps & { act: ReasonedAction }) {
  const take = useReasonedAction({ finding })
  return (
    <Button variant={act === 'close' ? 'filled' : 'default'} onClick={() => take(act)}>
      {acts[act].label}
    </Button>
  )
}

/** The menu of rare actions: waiving, ending a waiver, and removing. */
function MoreActions({ finding }: FindingProps) {
  const take = useReasonedAction({ finding })
  const isSecondPerson = finding.openerFault === null
  const [mayRemove, mayWaive] = [useMay(removeFinding) && isSecondPerson, useMay(waive)]
  const mayEndWaiver = mayWaive && finding.waivedOn !== null
  return (
    <>
      {mayWaive && isSecondPerson && finding.waivedOn === null && <WaiveDialog finding={finding} />}
      {(mayRemove || mayEndWaiver) && (
        <Menu>
          <Menu.Target>
            <Button variant="default">More</Button>
          </Menu.Target>
          <Menu.Dropdown>
            {mayEndWaiver && <Menu.Item onClick={() => take('endWaiver')}>{acts.endWaiver.label}</Menu.Item>}
            {mayRemove && <Menu.Item onClick={() => take('remove')}>{acts.remove.label}</Menu.Item>}
          </Menu.Dropdown>
        </Menu>
      )}
    </>
  )
}

const reason = longText('Reason', 2000).unwrap().min(1, '*Field is required')

function ExtendDialog({ finding }: FindingProps) {
  const write = useWrite()
  const isManager = useMay(waive)
  const { nonComplianceId: id, cureBy, today, version, cureDayLimits: limits } = finding
  const schema = z.object({ until: day('Cure by').unwrap(), reason }).superRefine(({ until }, context) => {
    const fault = getExtensionFault(until, { cureBy, today, limits, isManager })
    if (fault) context.addIssue({ code: 'custom', path: ['until'], message: fault })
  })
  return (
    <RecordDialog
      button="Extend…"
      title="A later cure day"
      save="Extend"
      schema={schema}
      values={{ until: null, reason: '' }}
      send={(values) =>
        write(extend, { params: { id }, body: { ...values, version } }, 'The cure day is moved.')
      }
    >
      <Field name="until" width={180} />
      <Field name="reason" rows={2} />
    </RecordDialog>
  )
}

const waiverSchema = z.object({ until: day('Waived until'), reason })

const WaiverField = getField(waiverSchema)

function WaiveDialog({ finding }: FindingProps) {
  const write = useWrite()
  const { nonComplianceId: id, version } = finding
  return (
    <RecordDialog
      button="Waive…"
      title="It stays open and blocks no request"
      save="Waive"
      schema={waiverSchema}
      values={{ until: null, reason: '' }}
      send={(values) =>
        write(waive, { params: { id }, body: { ...values, version } }, 'The finding blocks nothing now.')
      }
    >
      <WaiverField name="until" width={180} help="Left empty, it is waived for good." />
      <WaiverField name="reason" rows={2} />
    </RecordDialog>
  )
}
