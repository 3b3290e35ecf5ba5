import { Button } from '@mantine/core'
import { Link, useNavigate } from 'react-router'
import { z } from 'zod'
import { today } from '#kernel/model/dates.ts'
import { day, decimal, longText, number } from '#kernel/model/field.ts'
import { notify } from '#kernel/web/notices.ts'
import { FieldRow, getField } from '#ui/form/Field.tsx'
import { RecordDialog } from '#ui/form/RecordDialog.tsx'
import { useConfirm } from '#ui/frame/Confirm.tsx'
import { useMay } from '#ui/frame/hooks.ts'
import { emailInspector, type InspectionDetail, inspections } from '../model/calls.ts'
import { sendNotices } from '../model/planCalls.ts'
import { canTakeStep, getInspectionPath, InspectionStatus } from '../model/rules.ts'
import * as calls from '../model/stepCalls.ts'
import { InspectionFields, planSchema } from './InspectionFields.tsx'
import { ReportDialog } from './ReportDialog.tsx'
import { useWrite } from './useWrite.ts'

type Props = { inspection: InspectionDetail }
const getCallKey = ({ complianceInspectionId: id, version }: InspectionDetail) => ({
  params: { id },
  version,
})

/** The buttons for the steps that the agency can take with an inspection in its current status. */
export function InspectionActions({ inspection }: Props) {
  const { statusId, openPoints } = inspection
  const mayReopen = useMay(calls.reopenInspection)
  if (statusId === InspectionStatus.CLOSED) return mayReopen ? <Reopen inspection={inspection} /> : null
  return (
    <>
      <Change inspection={inspection} />
      {canTakeStep('notice', statusId) && <Notice inspection={inspection} />}
      {canTakeStep('find', statusId) && (
        <Button
          component={Link}
          to={`/inspection/visit/${inspection.complianceInspectionId}`}
          variant="default"
        >
          On a phone
        </Button>
      )}
      {canTakeStep('visit', statusId) && <Visit inspection={inspection} />}
      {canTakeStep('report', statusId) && <ReportDialog inspection={inspection} />}
      {canTakeStep('forms', statusId) && <ReportedActs inspection={inspection} />}
      {canTakeStep('close', statusId) && openPoints.length === 0 && <Close inspection={inspection} />}
    </>
  )
}

function Change({ inspection }: Props) {
  const write = useWrite()
  const { complianceInspectionId, version, inspectors, complianceInspectorId } = inspection
  const mail = () =>
    void write(
      emailInspector,
      { params: { inspectionId: complianceInspectionId } },
      'The inspector is mailed.',
    ).catch((error: Error) => notify(error.message, { kind: 'warning' }))
  return (
    <>
      <RecordDialog
        button="Edit…"
        title={inspection.number}
        save="Save"
        schema={planSchema}
        values={inspection}
        send={(values) =>
          write(inspections.update, { body: { ...values, complianceInspectionId, version } }, 'It is saved.')
        }
      >
        <InspectionFields inspectors={inspectors} />
      </RecordDialog>
      {complianceInspectorId !== null && (
        <Button variant="default" onClick={mail}>
          Mail the inspector
        </Button>
      )}
    </>
  )
}

function Notice({ inspection }: Props) {
  const write = useWrite()
  const confirm = useConfirm()
  const send = () =>
    void confirm({
      title: 'Send the notice of the visit',
      text: 'The letter is posted and the owner mailed.',
      confirmLabel: 'Send',
      action: () =>
        write(sendNotices, { body: { ids: [inspection.complianceInspectionId] } }, 'The notice is sent.'),
    })
  return (
    <Button variant="default" onClick={send}>
      Send notice…
    </Button>
  )
}

const visitSchema = z.object({
  visitedOn: day('Visited').unwrap(),
  score: decimal('Score'),
  buildingsLookedAt: number('Buildings looked at', 0, 1000),
  filesReviewed: number('Files reviewed', 0, 5000),
  comments: longText('Comments for the report', 4000),
})

const VisitField = getField(visitSchema)

function Visit({ inspection }: Props) {
  const write = useWrite()
  const { params, version } = getCallKey(inspection)
  const values = { ...inspection, visitedOn: inspection.visitedOn ?? today() }
  return (
    <RecordDialog
      button="Finish visit…"
      title="The visit was made"
      save="Finish visit"
      schema={visitSchema}
      values={values}
      send={(payload) =>
        write(calls.recordVisit, { params, body: { ...payload, version } }, 'The visit is recorded.')
      }
    >
      <FieldRow>
        <VisitField name="visitedOn" width={170} />
        <VisitField name="score" width={110} help="0 to 100." />
        <VisitField name="buildingsLookedAt" width={150} />
        <VisitField name="filesReviewed" width={130} />
      </FieldRow>
      <VisitField name="comments" rows={4} />
    </RecordDialog>
  )
}

const wordsSchema = z.object({ words: longText('Words added to the letter', 4000) })

const WordsField = getField(wordsSchema)

const extendSchema = z.object({
  until: day('Time to cure until').unwrap(),
  reason: longText('Reason', 2000).unwrap().min(1, '*Field is required'),
})

const ExtendField = getField(extendSchema)

const followSchema = z.object({ month: day('Month').unwrap() })

const FollowField = getField(followSchema)

function ReportedActs({ inspection }: Props) {
  const write = useWrite()
  const navigate = useNavigate()
  const { params, version } = getCallKey(inspection)
  return (
    <>
      <RecordDialog
        button="Answer the owner…"
        title="Letter: answer to the owner"
        save="Send letter"
        schema={wordsSchema}
        values={{ words: null }}
        send={(payload) =>
          write(calls.sendAnswer, { params, body: { ...payload, version } }, 'The letter is sent.')
        }
      >
        <p>The letter lists what is accepted, asked again and still open.</p>
        <WordsField name="words" rows={3} />
      </RecordDialog>
      <RecordDialog
        button="Extend…"
        title="Extend the time to cure"
        save="Extend"
        schema={extendSchema}
        values={{ until: inspection.cureBy, reason: '' }}
        send={(payload) =>
          write(calls.extendCure, { params, body: { ...payload, version } }, 'The time to cure is extended.')
        }
      >
        <ExtendField name="until" width={180} />
        <ExtendField name="reason" rows={3} />
      </RecordDialog>
      <RecordDialog
        button="Re-inspect…"
        title="Plan a re-inspection"
        save="Plan it"
        schema={followSchema}
        values={{ month: today() }}
        send={async (payload) => {
          const created = await write(
            calls.planFollowUp,
            { params, body: { ...payload, version } },
            'It is planned.',
          )
          navigate(getInspectionPath(created.complianceInspectionId))
        }}
      >
        <FollowField name="month" width={180} help="Any day of the month." />
      </RecordDialog>
    </>
  )
}

function Close({ inspection }: Props) {
  const write = useWrite()
  const confirm = useConfirm()
  const { params, version } = getCallKey(inspection)
  const close = () =>
    void confirm({
      title: `Close ${inspection.number}`,
      text: 'The close-out letter is posted and mailed.',
      confirmLabel: 'Close',
      action: () => write(calls.closeInspection, { params, body: { version } }, 'The inspection is closed.'),
    })
  return <Button onClick={close}>Close…</Button>
}

function Reopen({ inspection }: Props) {
  const write = useWrite()
  const confirm = useConfirm()
  const { params, version } = getCallKey(inspection)
  const reopen = () =>
    void confirm({
      title: 'Open it again',
      confirmLabel: 'Reopen',
      reason: { label: 'Reason', required: true },
      action: (reason) =>
        write(calls.reopenInspection, { params, body: { reason, version } }, 'It is open again.'),
    })
  return (
    <Button variant="default" onClick={reopen}>
      Reopen…
    </Button>
  )
}
